# SPDX-License-Identifier: GPL-2.0
"""The live view on a terminal: keys and redrawing."""

import curses
import time

from counters import LOADED, Interval, take_sample
from view import SORT, Heading, View

MIN_DELAY, MAX_DELAY = 0.05, 3600

HELP = """\
q       quit
p       pause or continue
t       switch between totals since the module was loaded and the last interval
r       reset the totals to zero
s       sort the CPUs by the next column
+ -     double or halve the interval
h ?     show or leave this help

INLINE  requests that were hashed at once, in their submitter's context
QUEUED  requests that waited for a batch
JOBS    requests that a batch began with, on average
LANES   lanes that held a message while implementations ran, on average
LONGEST the longest queue since the module was loaded
BECAUSE why batches, and requests inline, were hashed then: see mbhash(4)
"""


class Live:
    def __init__(self, window, path, delay, sort):
        self.window = window
        self.path = path
        self.delay = delay
        self.sort = sort
        self.paused = self.total = self.help = False
        self.base = self.before = LOADED
        self.now = take_sample(path)
        self.due = self.now.time + delay
        # Show the counts so far until the first interval ends.
        self.shown = self.interval()

    def interval(self):
        return Interval(self.base if self.total else self.before, self.now)

    def sample(self):
        self.before, self.now = self.now, take_sample(self.path)
        if self.before.is_of_another_load(self.now):
            self.base = LOADED
        self.due = self.now.time + self.delay
        self.shown = self.interval()

    def begin(self):
        """Begin an interval now."""
        self.now = take_sample(self.path)
        self.due = self.now.time + self.delay

    def press(self, key):
        """Returns False to quit. Unknown keys do nothing."""
        if key in ("p", " "):
            self.paused = not self.paused
            if not self.paused:
                self.begin()
        elif key == "t":
            self.total = not self.total
            self.shown = self.interval()
        elif key == "r":
            self.begin()
            self.base = self.now
            self.shown = self.interval()
        elif key == "s":
            names = list(SORT)
            self.sort = names[(names.index(self.sort) + 1) % len(names)]
        elif key in ("+", "="):
            self.delay = min(self.delay * 2, MAX_DELAY)
        elif key == "-":
            self.delay = max(self.delay / 2, MIN_DELAY)
        elif key in ("h", "?"):
            self.help = not self.help
        return key != "q"

    def keys(self):
        return (f"{'PAUSED  ' if self.paused else ''}q quit  p pause  "
                f"t {'interval' if self.total else 'total'}  r reset  "
                f"s sort: {self.sort}  +/- {self.delay:g} s  h help")

    def draw(self):
        """Draws as many lines as there is room for, and the keys below."""
        height, width = self.window.getmaxyx()
        lines = HELP.splitlines() if self.help else View(self.shown, self.sort).lines()
        self.window.erase()
        for y, line in enumerate(list(lines)[:height - 1]):
            style = curses.A_REVERSE if isinstance(line, Heading) else curses.A_NORMAL
            # Not addnstr(): the cursor cannot advance past the last column.
            self.window.insnstr(y, 0, f"{line:<{width}}", width, style)
        self.window.insnstr(height - 1, 0, self.keys(), width, curses.A_BOLD)
        self.window.refresh()

    def run(self):
        """Runs until q is pressed. Resizing the terminal arrives as a key."""
        while True:
            self.draw()
            left = max(self.due - time.monotonic(), 0)
            self.window.timeout(-1 if self.paused else round(left * 1000))
            key = self.window.getch()
            if key >= 0 and not self.press(chr(key)):
                return
            if not self.paused and time.monotonic() >= self.due:
                self.sample()


def live(window, path, delay, sort):
    try:
        curses.curs_set(0)
    except curses.error:
        pass # this terminal cannot hide it
    Live(window, path, delay, sort).run()


def run(path, delay, sort):
    """Raises curses.error if the terminal cannot be used."""
    curses.wrapper(live, path, delay, sort)
