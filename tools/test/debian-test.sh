#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# In a minimal Debian, see tools/vm/root: the archive of "make dist", unpacked by a user
# who has not even git. "make test" says what it needs, and passes with nothing else
# installed; with the headers the module builds.
#
# Usage: debian-test.sh

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/minimal.sh
. tools/test/minimal.sh

# Packages that Debian does not have to have
purge() { apt-get -qq purge -y --autoremove "$@" < /dev/null; }
installs() { apt-get -qq install -y --no-install-recommends "$@" < /dev/null; }

# says_missing PACKAGES...: make test fails, names these, and installs nothing
says_missing()
{
	local output before named

	before=$(dpkg-query -W)
	! output=$(make test 2>&1) || { echo "$output"; return 1; }
	named=$(sed -n 's/.*(Debian: \(.*\))$/\1/p' <<< "$output" | paste -sd ' ')
	if [ "$named" != "$*" ] || [ "$before" != "$(dpkg-query -W)" ]; then
		echo "$output"
		return 1
	fi
}

unpacks()
{
	tar -x -C ~user -f build/mbhash-*.tar.gz && mv ~user/mbhash-* ~user/mbhash &&
		chown -R user: ~user && [ ! -e ~user/mbhash/.git ]
}

# For this Debian's own kernel
builds_module()
{
	local headers

	headers=$(echo /lib/modules/*/build)
	su --login user --command "make -C mbhash KDIR=$headers" && [ -s ~user/mbhash/mbhash.ko ]
}

passes()
{
	local log=/tmp/make-test.log

	if ! su --login user --command "make -C mbhash test" > $log 2>&1 ||
	   ! grep -qE '^[1-9][0-9]* passed, 0 failed, ' $log; then
		cat $log
		return 1
	fi
}

useradd --create-home user
try "make dist" make dist
try "the archive is unpacked" unpacks
try "git is removed" purge git
try "without a compiler make test says what is missing" says_missing gcc libc6-dev libssl-dev
try "apt-get update" apt-get -qq update
try "gcc installs" installs gcc
try "so it does without the C library's headers" says_missing libc6-dev libssl-dev
try "they install" installs libc6-dev
try "so it does without OpenSSL" says_missing libssl-dev
try "it installs" installs libssl-dev
begin=$SECONDS
try "make test by a user" passes
echo "# make test took $((SECONDS - begin)) s on $(nproc) CPUs"
try "the kernel's headers install" installs linux-headers-amd64
try "the module builds" builds_module
done_testing
