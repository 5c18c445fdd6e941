#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Change the code in one place at a time, and see whether the tests notice.

What is changed: comparisons, signs, constants, and lines that are left out; in
assembly instructions. A change that does not compile does not count. Those that no
test notices are shown: each of them lacks a test, or makes no difference. Prints
TAP, a test for each file.

The tests are those of "make check" that see the file: the suites in user space, KUnit
in User Mode Linux, the model of the mechanism.
"""

import argparse
import random
import re
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

TOP = Path(__file__).resolve().parents[2]

IN_KERNEL = [
    ("tools/vm/module uml-6.1",
     "tools/vm/run -k uml-6.1 -c 4 -t 100 tools/test/guest/kunit.sh"),
]
IN_USER_SPACE = [
    ("make -s -C tools/test/user", "make -s -C tools/test/user run"),
    *IN_KERNEL,
]
IN_MODEL = [
    *IN_KERNEL,
    ("true", "tools/test/model.sh"),
]

#: Files, and how each is tested: (what has to succeed, the test)... until one fails
TESTED = {
    "engine/*.c": IN_USER_SPACE,
    "engine/*.h": IN_USER_SPACE,
    "x86/*.inc": IN_USER_SPACE,
    "mbhash_decide.h": IN_USER_SPACE,
    "mbhash_policy.[ch]": IN_USER_SPACE,
    "mbhash_patience.c": IN_USER_SPACE,
    "mbhash_holdoff.c": IN_USER_SPACE,
    "mbhash_ahash.c": IN_KERNEL,
    "mbhash_submit.c": IN_KERNEL,
    "mbhash_queue.[ch]": IN_MODEL,
    "mbhash_flush.c": IN_MODEL,
    "mbhash_flusher.c": IN_MODEL,
    "mbhash_hash.c": IN_KERNEL,
}

#: Tests that hang have noticed, too.
SECONDS = 120

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
    (r"^(\t+)(?!\t|return|break|continue|goto|case|default)[^{}]*;$", r"\1;"),
]
OF_ASSEMBLY = [
    (r"paddd", "psubd"), (r"pxor", "por"), (r"(?<=p)and(?=\b|n)", "or"),
    (r"\$(\d+)", lambda m: f"${int(m[1]) + 1}"),
    (r"(?<!\w)(\d+)(?=\()", lambda m: str(int(m[1]) + 4)),
    (r"^\t+v?p[a-z0-9]+\t.*$", ""),
]
NO_CODE = re.compile(r"^\s*(/?\*|//|#include|#ifn?def|#endif|$)|static_assert|EXPORT_"
                     r"|MODULE_|pr_(err|warn|info)|\.cfi_")


def mutations(path, text):
    """All that can be done to a file: (line, what it becomes)"""
    operators = OF_ASSEMBLY if path.suffix == ".inc" else OF_C
    comment = False
    for number, line in enumerate(text.splitlines()):
        comment = comment or line.strip().startswith("/*")
        if not comment and not NO_CODE.search(line):
            for pattern, to in operators:
                for found in re.finditer(pattern, line):
                    changed = line[:found.start()] + \
                        re.sub(pattern, to, line[found.start():], count=1)
                    if changed != line:
                        yield number, changed
        if "*/" in line:
            comment = False


def run(command, folder):
    try:
        return subprocess.run(command, shell=True, cwd=folder, timeout=SECONDS,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False).returncode
    except subprocess.TimeoutExpired:
        return -1


def judge(folder, tests):
    """"no build", "noticed" or "survived" """
    for build, test in tests:
        if run(build, folder):
            return "no build"
        if run(test, folder):
            return "noticed"
    return "survived"


def copy_checkout(folder):
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["bash", "-euc", '. tools/test/copy.sh; copy_checkout "$0"', folder],
                   cwd=TOP, check=True)


def choose(arguments):
    """(file, tests, line, what it becomes), at random"""
    chance = random.Random(arguments.seed)
    for pattern, tests in TESTED.items():
        for path in sorted(TOP.glob(pattern)):
            name = path.relative_to(TOP)
            if arguments.file and str(name) not in arguments.file:
                continue
            found = list(mutations(path, path.read_text()))
            for number, changed in chance.sample(found, min(arguments.number,
                                                            len(found))):
                yield name, tests, number, changed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("file", nargs="*", help="only these")
    parser.add_argument("-n", "--number", type=int, default=10,
                        help="changes to each file (default: 10)")
    parser.add_argument("-s", "--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    arguments = parser.parse_args()
    folders = SimpleQueue()
    for i in range(arguments.jobs):
        folder = TOP / f"build/mutants/{i}"
        subprocess.run(["rm", "-rf", folder], check=True)
        copy_checkout(folder)
        folders.put(folder)

    def one(mutant):
        name, tests, number, changed = mutant
        folder = folders.get()
        original = (folder / name).read_text()
        lines = original.splitlines()
        was = lines[number]
        lines[number] = changed
        (folder / name).write_text("\n".join(lines) + "\n")
        verdict = judge(folder, tests)
        (folder / name).write_text(original)
        folders.put(folder)
        if verdict == "survived":
            print(f"# {name}:{number + 1}: no test notices\n"
                  f"#\t{was.strip()}\n#\t{changed.strip() or '(left out)'}", flush=True)
        return name, verdict

    counts = {}
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for name, verdict in pool.map(one, choose(arguments)):
            counts.setdefault(name, Counter())[verdict] += 1
    for number, (name, count) in enumerate(counts.items(), 1):
        noticed, of = count["noticed"], count["noticed"] + count["survived"]
        good = noticed >= of * LEAST
        print(f"{'ok' if good else 'not ok'} {number} - {name}: "
              f"{noticed} of {of} changes are noticed")
    print(f"1..{len(counts)}")


if __name__ == "__main__":
    main()
