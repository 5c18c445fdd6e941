# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: a copy of the checkout, with its history and with uncommitted changes.

# copy_checkout DIR: from the current folder
copy_checkout()
{
	git clone -q --no-checkout . "$1"
	# Our files: tracked or not ignored by git, and not deleted
	git ls-files -z --cached --others --exclude-standard |
	while read -rd '' file; do
		[ ! -f "$file" ] || printf '%s\0' "$file"
	done | tar -c --null --files-from=- | tar -x -C "$1"
}
