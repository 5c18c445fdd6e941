# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: what the architectures' folders say of themselves. ARCH/test/machine has lines
# of the form "field = value", which make can include, too.

arch_top=$(realpath "${BASH_SOURCE%/*}/..")

# arch_folders: print their names, one a line: those that have implementations
arch_folders()
{
	local file

	for file in "$arch_top"/*/impls.c; do
		basename "${file%/*}"
	done
}

# arch_field FOLDER FIELD: print its value, if it has one
arch_field() { sed -n "s/^$2 = //p" "$arch_top/$1/test/machine"; }

# arch_with FIELD VALUE: print the folder that has this value
arch_with()
{
	local folder

	for folder in $(arch_folders); do
		[ "$(arch_field "$folder" "$1")" != "$2" ] || echo "$folder"
	done
}
