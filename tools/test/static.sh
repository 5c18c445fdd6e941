#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Checks of the sources that do not run them.

set -euo pipefail

here=$(dirname "$(realpath "$0")")
# shellcheck source=SCRIPTDIR/tap.sh
. "$here/tap.sh"
# shellcheck source=SCRIPTDIR/../vm/kernels.sh
. "$here/../vm/kernels.sh"
# shellcheck source=SCRIPTDIR/../sources.sh
. "$here/../sources.sh"
cd "$here/../.."
top=$PWD

checkpatch=$(make_kernel uml-oldest)/build/source/scripts/checkpatch.pl

mapfile -td '' files < <(sources)
sources=() scripts=()
for file in "${files[@]}"; do
	case $file in
	tools/test/user/include/* | */test/include/* | tools/model/kernel.h | libmbhash/kernel.h | libmbhash/linux.h | libmbhash/program.h)
		;; # the kernel's own names, made for user space
	*.[chS] | *.inc)
		sources+=("$file") ;;
	*)
		if head -n 3 "$file" | grep -qE '^#!.*[/ ](ba|da)?sh|shellcheck shell='; then
			scripts+=("$file")
		fi ;;
	esac
done

# Table macros that initialize several fields from one argument use it more than once.
# User space lacks the kernel's macros and naming; compat/ defines types; trace events
# have their own layout.
checkpatch()
{
	local ignore=MACRO_ARG_REUSE

	case $1 in
	driver/trace.h)	ignore+=,OPEN_ENDED_LINE,PARENTHESIS_ALIGNMENT ;;
	compat/* | kunit/compat/*)	ignore+=,NEW_TYPEDEFS ;;
	tools/model/machine.h) ignore+=,LINE_SPACING ;; # it takes an array of functions for a call
	tools/model/access.c) ignore+=,COMPLEX_MACRO ;; # each is a function
	driver/flusher.c) ignore+=,YIELD ;; # it has a thread that is there to yield
	# Its header is for programs, and its tests replace a function.
	libmbhash/*)	ignore+=,PREFER_DEFINED_ATTRIBUTE_MACRO,CAMELCASE,PREFER_KERNEL_TYPES,AVOID_EXTERNS,MACRO_WITH_FLOW_CONTROL ;;
	tools/* | */test/*)	ignore+=,PREFER_DEFINED_ATTRIBUTE_MACRO,BIT_MACRO,CAMELCASE,EMBEDDED_FUNCTION_NAME,ENOSYS ;;
	esac
	"$checkpatch" --strict --no-tree --terse --no-summary --ignore "$ignore" -f "$1"
}

# As .editorconfig says
tidy()
{
	local file wrong=0

	no_line -nE '[[:blank:]]$' "$@" || wrong=1
	for file; do
		[ -z "$(tail -c 1 "$file")" ] || { echo "$file does not end in a newline"; wrong=1; }
	done
	return $wrong
}

# The tables have each step, marked by the command that runs it, and nothing else as code.
lists_steps()
{
	diff <(awk '
		$1 == "group" { mark = $2 ~ /^(test|quick)$/ ? "**" : $2 == "all" ? "*" : "" }
		$1 == "step" { print mark "`" $2 "`" mark }' ./*/test/steps.sh | sort) \
		<(grep '^|' docs/testing.md | grep -oE "\**\`[^\`]*\`\**" | sort -u)
}

no_version_ifdef()
{
	no_line -nE 'LINUX_VERSION_CODE|KERNEL_VERSION' "$@"
}

kernel_doc()
{
	local output

	output=$("$kernel_doc" -none -Wall "$@" 2>&1) || true
	[ -z "$output" ] || { echo "$output"; return 1; }
}

# Compiled without the rest of the driver
compile_by_themselves()
{
	local tmp status=0

	tmp=$(mktemp -d)
	cp -r engine x86 policy compat "$tmp"
	(cd "$tmp" && gcc -std=gnu11 -O1 -w -fsyntax-only -I "$top/tools/test/user/include" \
		-D KBUILD_MODNAME='""' "${have[@]}" engine/*.c x86/*.c policy/*.c) || status=$?
	rm -r "$tmp"
	return $status
}

# applies PATCH KERNEL: it applies to that kernel's source
applies() { patch --dry-run -p1 -d "$(tools/vm/linux-source "$2")" < "$1"; }

# compiles PATCH KERNEL FILE: so does FILE when it is applied
compiles()
{
	local tmp status=0 source arguments

	source=$(tools/vm/linux-source "$2") || return
	mapfile -t arguments < <(make_arguments "$2")
	tmp=$(mktemp -d)
	cp "$source/${3%/*}"/*.h "$source/$3" "$tmp"
	patch -p"$(tr -dc / <<< "a/$3" | wc -c)" -d "$tmp" < "$1" &&
		echo "obj-m := $(basename "$3" .c).o" > "$tmp/Kbuild" &&
		make -s -C "$(make_kernel "$2")/build" M="$tmp" W=1 KCFLAGS=-Werror \
			"${arguments[@]}" "$(basename "$3" .c).o" || status=$?
	rm -r "$tmp"
	return $status
}

for file in "${sources[@]}"; do
	try "checkpatch: $file" checkpatch "$file"
done
for script in "${scripts[@]}"; do
	try "shellcheck: $script" shellcheck "$script"
done
mapfile -t files < <(printf '%s\n' "${files[@]}" | grep -vE '\.(patch|svg)$|^tools/fuzz/corpus/')
try "docs/testing.md has all steps" lists_steps
try "no blanks at ends of lines, a newline at ends of files" tidy "${files[@]}"
mapfile -t files < <(printf '%s\n' "${sources[@]}" | grep -v '^\(kunit/\)\?compat/')
try "no kernel version tested outside of compat folders" no_version_ifdef "${files[@]}"
# Only the newest kernel's kernel-doc checks return values.
kernel_doc=$(make_kernel uml-newest)/build/source/scripts/kernel-doc
mapfile -t files < <(printf '%s\n' "${sources[@]}" | grep '^[^/]*\.[ch]$\|^\(driver\|policy\|engine\|kunit\|libmbhash\|nabhash\|'"$(arch_folders | paste -sd '|' | sed 's/|/\\|/g')"'\)/.*\.[ch]$')
try "kernel-doc: complete" kernel_doc "${files[@]}"
mapfile -t have < <(grep -o 'HAVE_[A-Z_]*' compat/Kbuild.include | sed 's/^/-D/')
try "engine and policy include nothing of the driver" compile_by_themselves
crypt=docs/patches/dm-crypt-no_write_workqueue.patch
for kernel in uml-oldest uml-stable uml-newest; do
	try "$crypt: applies to $kernel" applies $crypt $kernel
done
try "$crypt: compiles" compiles $crypt uml-newest drivers/md/dm-crypt.c
done_testing
