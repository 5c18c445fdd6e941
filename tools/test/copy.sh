# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: a copy of the checkout, with its history, if it has one, and with uncommitted changes.

# shellcheck source=SCRIPTDIR/../sources.sh
. "${BASH_SOURCE%/*}/../sources.sh"

# copy_checkout DIR: from the current folder. In that of an unpacked archive, a history
# begins with it, if git is installed.
copy_checkout()
{
	local date

	if [ -e .git ]; then
		git clone -q --no-checkout . "$1"
	else
		mkdir "$1"
	fi
	sources | tar -c --null --files-from=- | tar -x -C "$1"
	if [ ! -e .git ] && [ -n "$(command -v git)" ]; then
		date="@$(date_of_sources) +0000"
		git -C "$1" init -q
		git -C "$1" add --all
		GIT_AUTHOR_DATE=$date GIT_COMMITTER_DATE=$date git -C "$1" -c user.name=test \
			-c user.email=test@mbhash.invalid commit -q -m archive
	fi
}
