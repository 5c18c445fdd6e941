#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Build from scratch; compiler (W=1), sparse and objtool have to be silent. For User
# Mode Linux, even with KASAN, the compiler warns of stack frames of more than 1 KiB.
#
# Usage: build.sh KERNEL|mbsum@KERNEL...
#
# mbsum@KERNEL: mbsum and the other test programs, for that kernel's architecture.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh
# shellcheck source=SCRIPTDIR/../vm/kernels.sh
. tools/vm/kernels.sh

builds()	# builds KERNEL|mbsum@KERNEL
{
	local output

	case $1 in
	mbsum@*)
		select_kernel "${1#*@}"
		rm -rf "$(mbsum_folder)"
		output=$(tools/vm/mbsum "${1#*@}" 2>&1 > /dev/null) ;;
	*)
		rm -rf "build/$1"
		output=$(tools/vm/module "$1" "${sparse[@]}" 2>&1 > /dev/null) ;;
	esac || { echo "$output"; return 1; }
	# The archive may have moved on since.
	output=$(sed '/^mbhash was never tried/d' <<< "$output")
	[ -z "$output" ] || { echo "$output"; return 1; }
}

refuses_older()
{
	local output

	if output=$(tools/vm/module "$1" VERSION=5 PATCHLEVEL=10 2>&1); then
		echo "it builds"
		return 1
	fi
	[[ $output == *"needs Linux 6.1 or newer"* ]] || { echo "$output"; return 1; }
}

says_untried()
{
	local output

	output=$(tools/vm/module "$1" VERSION=7 PATCHLEVEL=99 2>&1)
	[ "$(grep -c 'never tried on Linux 7\.99' <<< "$output")" = 1 ] || { echo "$output"; return 1; }
}

for what; do
	# Downloads of what the build needs, the compiler among it, write messages.
	make_kernel "${what#mbsum@}" > /dev/null
	make_arguments "${what#mbsum@}" > /dev/null
	select_kernel "${what#mbsum@}"
	# From Linux 7.2 on kernels need a newer sparse than Debian 12 has.
	sparse=(C=1)
	[[ $what != *-newest* && $(arch_field "$(arch_with debian "$arch")" sparse) != no ]] || sparse=()
	make_guest_tree > /dev/null
	try "$what: builds without a warning" builds "$what"
	case $what in
	debian-*)
		try "$what: were it older, the build would say so" refuses_older "$what"
		try "$what: were it newer than was ever tried, it would say so once" says_untried "$what" ;;
	esac
done
done_testing
