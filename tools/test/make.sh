#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The Makefile: its targets do what its help says, in a copy of the sources, and leave
# the sources unchanged; and everything that the documents name exists.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh
# shellcheck source=SCRIPTDIR/copy.sh
. tools/test/copy.sh
# shellcheck source=SCRIPTDIR/../vm/kernels.sh
. tools/vm/kernels.sh

# Do not inherit the variables of a "make check" that has started this.
unset MAKEFLAGS MAKELEVEL

# Type information by pahole is not needed here.
for_debian=(KDIR="$(make_kernel debian-oldest)/build" CONFIG_DEBUG_INFO_BTF_MODULES=)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
copy=$tmp/mbhash installed=$tmp/installed

targets() { make -npq help | sed -n 's/^\.PHONY: //p'; }

help_names()
{
	local help

	help=$(make help)
	grep -qE "make $1 |$1 and|and $1 " <<< "$help" || { echo "$help"; return 1; }
}

# Each line of the recipe begins with an existing program
runs_what_is_there()
{
	local program

	make -n "$1" | while read -r program _; do
		[ -x "$program" ] || { echo "no $program"; return 1; }
	done
}

# silently COMMAND...: the command succeeds and writes nothing to stderr
silently()
{
	local output

	output=$("$@" 2>&1 > /dev/null) || { echo "$output"; return 1; }
	[ -z "$output" ] || { echo "$output"; return 1; }
}

refuses_to_build()
{
	local output

	! output=$(make KDIR="$tmp/none" 2>&1) && [[ $output == *"No kernel headers"* ]]
}

# One sentence, in a path that the kernel's build system cannot use
refuses_path()
{
	local output

	if output=$(make -n "$1" 2>&1) || [ "$(wc -l <<< "$output")" != 1 ] ||
	   [[ $output != *"cannot use the path"*"because of \" : \":"* ]]; then
		head <<< "$output"
		return 1
	fi
}

# The files besides the sources that git sees; with --ignored, also ignored ones
is_clean() { git status --porcelain "$@" > "$tmp/status" && no_line -v '^. ' "$tmp/status"; }

finds_module()
{
	local file

	file=$(modinfo -b "$installed" -k "$(ls "$installed/lib/modules")" -F filename mbhash)
	[ -s "$file" ]
}

removes_all_without_headers()
{
	mkdir -p build
	make -s clean KDIR="$tmp/none" && [ ! -e build ]
}

none_ignored()
{
	local files

	files=$(git ls-files --cached --ignored --exclude-standard)
	[ -z "$files" ] || { echo "$files"; return 1; }
}

# documents: those with commands for people, and for a code host
documents() { ls ./*.md docs/*.md .github/workflows/*.yml; }

# paths_in DOCUMENT: those that it has as code or as links, except those that are built or
# installed, seen from its folder
paths_in()
{
	grep -oP '(tools|man|packaging|kunit|compat|driver|policy|engine|libmbhash|nabhash|x86)/(?>[A-Za-z0-9/._-]*[A-Za-z0-9])(?!\.?[[*])' "$1"
	grep -oP '\]\(\K[^):#]+(?=[)#])' "$1" | sed "s|^|${1%/*}/|"
}

targets_in() { grep -oP '(`|    |: )make (?>[a-z][a-z0-9-]+)(?![A-Z])' "$1" | sed 's/.*make //' | sort -u; }

exist() { ls -d -- "$@" > /dev/null; }

are_targets()
{
	local target

	for target; do
		grep -qxF "$target" <(tr ' ' '\n' <<< "$targets") || { echo "$target"; return 1; }
	done
}

copy_checkout "$copy"
cd "$copy"
git add --all --force

try "git ignores no source" none_ignored
targets=$(targets) || true # make's own status
try "there are targets" [ -n "$targets" ]
for target in $targets; do
	case $target in
	all | modules | help)
		;;
	install | clean)
		try "make help names $target" help_names "$target" ;;
	*)
		try "make help names $target" help_names "$target"
		try "make $target runs what is there" runs_what_is_there "$target" ;;
	esac
done
for document in $(documents); do
	mapfile -t words < <(paths_in "$document" | sort -u)
	[ ${#words[@]} = 0 ] || try "$document: paths are there" exist "${words[@]}"
	mapfile -t words < <(targets_in "$document")
	[ ${#words[@]} = 0 ] || try "$document: targets are there" are_targets "${words[@]}"
done

try "make without headers says what is missing" refuses_to_build
try "make builds without a warning" silently make "${for_debian[@]}"
try "make install" make install "${for_debian[@]}" INSTALL_MOD_PATH="$installed"
try "modprobe would find it" finds_module
try "make -C tools/mbsum" silently make -s -C tools/mbsum
try "its program runs" build/mbsum/mbsum --version
try "make -C tools/mbsum install" make -C tools/mbsum install DESTDIR="$installed" prefix=/usr
try "the installed one runs" "$installed/usr/bin/mbsum" --version
try "its man page is installed" [ -s "$installed/usr/share/man/man1/mbsum.1" ]
try "git sees nothing of what was built" is_clean
try "make clean" make -s clean "${for_debian[@]}"
try "it has removed all of it" is_clean --ignored
try "without headers it removes what is in build" removes_all_without_headers

odd="$tmp/an odd: path"
cp -r . "$odd"
cd "$odd"
for target in $targets; do
	case $target in
	dist | deb | clean | help)
		try "in an odd path: make $target" make -n "$target" ;;
	*)
		try "in an odd path: make $target refuses" refuses_path "$target" ;;
	esac
done
try "in an odd path: make -C tools/mbsum" silently make -s -C tools/mbsum
try "in an odd path: make clean removes it" removes_all_without_headers
done_testing
