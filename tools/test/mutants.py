#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Change the code in one place at a time, and see whether the tests notice.

What is changed: comparisons, signs, constants, and lines that are left out; in
assembly instructions. A change that does not compile does not count. Those that no
test notices are shown: each of them lacks a test, or makes no difference.

The tests are those of "make check" that see the file: the suites in user space (for
other architectures emulated, as in "make check-full"), the model of the mechanism, KUnit in
User Mode Linux. docs/mutation.md has results.
"""

import argparse
import os
import random
import re
import resource
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Timer

TOP = Path(__file__).resolve().parents[2]

IN_KERNEL = [
    ("tools/vm/module uml-oldest",
     "tools/vm/run -k uml-oldest -c 4 -t 1000 tools/test/guest/kunit.sh"),
]
IN_USER_SPACE = [
    ("make -s -C tools/test/user", "make -s -C tools/test/user run"),
    *IN_KERNEL,
]
OF_POLICY = [
    ("make -s -C tools/test/user", "make -s -C tools/test/user run "
     "ARGS=mbhash_policy"),
    *IN_KERNEL,
]
IN_MODEL = [
    ("make -s -C tools/model", "tools/test/model.sh"),
    *IN_KERNEL,
]


def of_nabhash(machine=""):
    make = f"make -s -C tools/test/user {machine}"
    return [(make, f"{make} run ARGS='nabhash mbhash_registers'")]


#: Its face of the crypto API, and its self-test: in Debian's kernel, which has dm-integrity
OF_NABHASH_DRIVER = [
    ("tools/vm/module debian-oldest",
     "tools/vm/run -k debian-oldest -c 4 -t 1000 tools/test/guest/nabhash.sh"),
]

WITHOUT_IMPLS = [
    ("make -s -C tools/test/user LANES=generic",
     "make -s -C tools/test/user run LANES=generic"),
]


def emulated():
    """{file: the suites in user space} of other architectures"""
    found = {}
    for path in TOP.glob("*/test/machine"):
        fields = dict(re.findall(r"^(\w+) = (.*)", path.read_text(), re.M))
        if "emulator" in fields:
            make = f"make -s -C tools/test/user CROSS_COMPILE={fields['triplet']}-"
            found[f"{path.parts[-3]}/*.inc"] = [(make, f"{make} run")]
    return found


#: Files, and how each is tested: (what has to succeed, the test)... until one fails. Of
#: two patterns for a file the later one counts.
TESTED = {
    "engine/*.c": IN_USER_SPACE,
    "engine/*.h": IN_USER_SPACE,
    "engine/generic.c": WITHOUT_IMPLS,
    "x86/*.inc": IN_USER_SPACE,
    **emulated(),
    **{f"nabhash/{name}": of_nabhash() for name in ("message.c", "portable.c", "aesni.S")},
    "nabhash/ce.S": of_nabhash("CROSS_COMPILE=aarch64-linux-gnu-"),
    "nabhash/main.c": OF_NABHASH_DRIVER,
    "policy/policy.[ch]": OF_POLICY,
    "driver/ahash.c": IN_KERNEL,
    "driver/submit.c": IN_KERNEL,
    "driver/queue.[ch]": IN_MODEL,
    "driver/flush.c": IN_MODEL,
    "driver/flusher.c": IN_MODEL,
    "driver/section.c": IN_KERNEL,
}

#: A test that hangs has noticed, too: it may take so many seconds of CPU time more than
#: so many times what it takes without a change, and so many seconds for all.
SECONDS, TIMES, IN_ALL = 10, 2, 1000

#: The share that has to be noticed: some changes make no difference.
LEAST = .6

OF_C = [
    (r" == ", " != "), (r" != ", " == "),
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" && ", " || "), (r" \|\| ", " && "),
    (r" \+ ", " - "), (r" - ", " + "), (r"\+\+", "--"), (r" \+= ", " -= "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"\bif \(", "if (!!0 && "), (r"\bmin(_t)?\b", r"max\1"),
    (r"\bmax(_t)?\b", r"min\1"),
    (r"(?<![\w.])(\d+)(?=[;,)\s])", lambda m: str(int(m[1]) + 1)),
    # Assignments and calls, but not declarations
    (r"^(\t+)[\w.>*()\[\]&-]+?( [-+*/%|&^<>]*= |\+\+|--|\().*;$", r"\1;"),
]
OF_ASSEMBLY = [
    # For x86, arm64 and MIPS
    (r"paddd", "psubd"), (r"\badd(?=\t)", "sub"), (r"\baddv(?=\.)", "subv"),
    (r"pxor", "por"), (r"\beor(?=\t)", "orr"), (r"\bxor(?=\.v)", "or"),
    (r"(?<=p)and(?=\b|n)", "or"),
    (r"([$#])(\d+)", lambda m: f"{m[1]}{int(m[2]) + 1}"),
    (r"(?<!\w)(\d+)(?=\()", lambda m: str(int(m[1]) + 4)),
    (r"^\t+[a-z][a-z0-9.]*\t.*$", ""),
]
NO_CODE = re.compile(r"^\s*(/?\*|//|#include|#ifn?def|#endif|$)|static_assert|EXPORT_"
                     r"|MODULE_|pr_(err|warn|info)|\.cfi_")


def mutations(path, text):
    """All that can be done to a file: (line, what it becomes)"""
    operators = OF_ASSEMBLY if path.suffix in (".inc", ".S") else OF_C
    comment = False
    for number, line in enumerate(text.splitlines()):
        comment = comment or line.strip().startswith("/*")
        if not comment and not NO_CODE.search(line):
            code = re.search(r"\s*/\*|$", line).start()
            for pattern, to in operators:
                for found in re.finditer(pattern, line):
                    if found.start() >= code:
                        continue
                    changed = line[:found.start()] + \
                        re.sub(pattern, to, line[found.start():], count=1)
                    if changed != line:
                        yield number, changed
        if "*/" in line:
            comment = False


def succeeds(command, folder):
    return subprocess.run(command, shell=True, cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


def run(test, folder, cpu_seconds):
    """Run a test that prints TAP until its first line fails: "passed", "failed", "hung" """
    command = f"ulimit -t {cpu_seconds}; {test}"
    with subprocess.Popen(command, shell=True, cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, errors="replace",
                          start_new_session=True) as process:
        hung = Event()

        def end():
            hung.set()
            os.killpg(process.pid, signal.SIGTERM)

        timer = Timer(IN_ALL, end)
        timer.start()
        failed = any(line.strip().startswith("not ok") for line in process.stdout)
        timer.cancel()
        if failed:
            os.killpg(process.pid, signal.SIGTERM)
    if hung.is_set():
        return "hung"
    return "failed" if failed or process.returncode else "passed"


def cpu_time():
    """Seconds that children have used"""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def time_limits(folder, tests):
    """{test: seconds}; ends the program if one of them fails without a change"""
    limits = {}
    for build, test in tests:
        built = succeeds(build, folder)
        began = cpu_time()
        if not built or run(test, folder, IN_ALL) != "passed":
            sys.exit(f"mutants: without a change \"{test}\" fails")
        limits[test] = int(SECONDS + TIMES * (cpu_time() - began))
    return limits


def judge(folder, tests, limits):
    """"no build", "failed", "hung" or "passed" """
    for build, test in tests:
        if not succeeds(build, folder):
            return "no build"
        verdict = run(test, folder, limits[test])
        if verdict != "passed":
            return verdict
    return "passed"


def copy_checkout(folder):
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["bash", "-euc", '. tools/test/copy.sh; copy_checkout "$0"', folder],
                   cwd=TOP, check=True)


def tested():
    """{file: tests}"""
    return {str(path.relative_to(TOP)): tests for pattern, tests in TESTED.items()
            for path in sorted(TOP.glob(pattern))}


def choose(arguments):
    """(file, tests, line, what it becomes), at random"""
    for name, tests in tested().items():
        if arguments.file and name not in arguments.file:
            continue
        found = list(mutations(TOP / name, (TOP / name).read_text()))
        # The same ones whichever other files are chosen
        random.Random(f"{arguments.seed} {name}").shuffle(found)
        for number, changed in found[:arguments.number]:
            yield name, tests, number, changed


def noticed(count):
    return count["failed"] + count["hung"]


def summary(count):
    return f"{noticed(count)} of {noticed(count) + count['passed']} changes are noticed"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("file", nargs="*", help="only these")
    parser.add_argument("-n", "--number", type=int, default=10,
                        help="changes to each file (default: 10)")
    parser.add_argument("-s", "--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    arguments = parser.parse_args()
    unknown = set(arguments.file) - tested().keys()
    if unknown:
        parser.error(f"no such file is tested: {' '.join(sorted(unknown))}")
    folders = SimpleQueue()
    for i in range(arguments.jobs):
        folder = TOP / f"build/mutants/{i}"
        subprocess.run(["rm", "-rf", folder], check=True)
        copy_checkout(folder)
        folders.put(folder)
    mutants = list(choose(arguments))
    limits = time_limits(folder, dict.fromkeys(test for _, tests, _, _ in mutants
                                               for test in tests))

    def one(mutant):
        name, tests, number, changed = mutant
        folder = folders.get()
        original = (folder / name).read_text()
        lines = original.splitlines()
        was = lines[number]
        lines[number] = changed
        (folder / name).write_text("\n".join(lines) + "\n")
        verdict = judge(folder, tests, limits)
        (folder / name).write_text(original)
        folders.put(folder)
        if verdict in ("passed", "hung"):
            print(f"# {name}:{number + 1}: the tests {verdict}\n"
                  f"#\t{was.strip()}\n#\t{changed.strip() or '(left out)'}", flush=True)
        return name, verdict

    total = Counter()
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for name, verdicts in groupby(pool.map(one, mutants), itemgetter(0)):
            count = Counter(verdict for _, verdict in verdicts)
            total += count
            print(f"# {name}: {summary(count)}", flush=True)
    tried = noticed(total) + total["passed"]
    good = tried and noticed(total) >= tried * LEAST
    print(f"{'ok' if good else 'not ok'} 1 - {summary(total)}\n1..1")


if __name__ == "__main__":
    main()
