#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# coreutils' own tests of md5sum and sha256sum pass with mbsum in their place, by libmbhash
# and by the module.
#
# Usage: coreutils.sh FOLDER	the folder that tools/test/others.sh prints

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

suite=$1
# With coreutils' names: what is tested
programs=(md5sum sha256sum)
tests=(cksum/md5sum.pl cksum/md5sum-bsd.sh cksum/md5sum-newline.pl cksum/md5sum-parallel.sh
	cksum/sha256sum.pl help/help-version.sh misc/invalid-opt.pl misc/usage_vs_getopt.sh)

# run_suite TEST: as coreutils' makefile does
run_suite()
{
	local how=(bash "$suite/tests/$1")

	[[ $1 != *.pl ]] ||
		how=(perl -w -I"$suite/tests" -MCuSkip -MCoreutils -M"CuTmpdir qw(${1##*/})"
			"$suite/tests/$1")
	env LC_ALL=C VERBOSE=yes srcdir="$suite" abs_top_srcdir="$suite" EXEEXT='' fail=0 \
		built_programs="${programs[*]}" VERSION="$version" SHELL=/bin/bash \
		AWK=awk PERL=perl PATH="$PWD/src:$PATH" "${how[@]}" 9>&2
}

# passes TEST: and is not skipped, as the framework would tell by 77
passes()
{
	local status=0

	run_suite "$1" || status=$?
	[ $status = 0 ] || { echo "exit status $status"; return 1; }
}

load
in_memory
mkdir src
for program in "${programs[@]}"; do
	ln -s "$MBSUM" "src/$program"
done
version=$("$MBSUM" --version | sed 's/.* //')
for test in "${tests[@]}"; do
	try "libmbhash: $test" passes "$test"
done
for program in "${programs[@]}"; do
	rm "src/$program"
	printf '#!/bin/bash\nexec -a %s "%s" --af-alg "$@"\n' "$program" "$MBSUM" > "src/$program"
	chmod +x "src/$program"
done
for test in "${tests[@]}"; do
	try "the module: $test" passes "$test"
done
# More than the tests have lines: the hashes were ours.
try "md5: requests came to us" at_least "$(counter md5 requests)" 1000
try "sha256: requests came to us" at_least "$(counter sha256 requests)" 5
done_testing
