# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by tests: TAP on stdout, one line for each test.

nr_tests=0 nr_failed=0

# try NAME COMMAND...: a test that passes if COMMAND succeeds; else COMMAND's output
# is shown
try()
{
	local name=$1 output result=ok

	shift
	nr_tests=$((nr_tests + 1))
	if ! output=$("$@" 2>&1); then
		result="not ok"
		nr_failed=$((nr_failed + 1))
	fi
	echo "$result $nr_tests - $name"
	[ "$result" = ok ] || printf '%s\n' "$output" | sed 's/^/# /'
}

# skip NAME WHY: a test that cannot run here
skip()
{
	nr_tests=$((nr_tests + 1))
	echo "ok $nr_tests - $1 # SKIP $2"
}

# no_line GREP_ARGUMENTS...: grep(1) finds none. Its errors fail, unlike with "! grep".
no_line()
{
	local status=0

	grep "$@" || status=$?
	[ $status = 1 ]
}

# done_testing: print the plan; fails if a test has failed
done_testing()
{
	echo "1..$nr_tests"
	[ $nr_failed = 0 ]
}
