# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: which files of the current folder are sources, and their version. It needs
# neither git nor a repository, so that an unpacked archive is as good as a clone.

# dkms.conf is the only place that has it.
version_of_sources() { sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf; }

# sources: list them, each ended by a null byte: those that .gitignore does not name. That
# has names for any folder, and paths that begin with a slash.
sources()
{
	local pattern ignored=(-name .git)

	while read -r pattern; do
		case $pattern in
		'' | '#'*)	;;
		/*)		ignored+=(-o -path ".${pattern%/}") ;;
		*)		ignored+=(-o -name "$pattern") ;;
		esac
	done < .gitignore
	find . \( "${ignored[@]}" \) -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z
}

# date_of_sources: print SOURCE_DATE_EPOCH, or when the sources were committed, by git, even
# if another user owns the clone. Files in an archive of a commit have the same time.
date_of_sources()
{
	if [ -n "${SOURCE_DATE_EPOCH-}" ]; then
		echo "$SOURCE_DATE_EPOCH"
	else
		git --git-dir=.git log -1 --format=%ct 2> /dev/null ||
			sources | xargs -0 stat --format=%Y | sort -n | tail -n 1
	fi
}
