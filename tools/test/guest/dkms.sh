#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The packages in build/deb, as for a user: after installation DKMS builds the module
# for the running kernel, and it works; after purging, nothing is left. Building takes
# minutes on an emulated CPU.

set -euo pipefail

deb=$(realpath "$(dirname "$0")/../../../build/deb")
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

release=$(uname -r)
version=$(dpkg-deb -f "$deb"/mbhash-dkms_*.deb Version)
export DEBIAN_FRONTEND=noninteractive
export MBSUM=/usr/bin/mbsum

# Triggers would update the host's index of man pages.
install() { dpkg --install --no-triggers "$deb"/*.deb; }
purge() { dpkg --purge --no-triggers mbhash-dkms mbhash-tools libmbhash-dev libmbhash0; }

installed() { [[ $(dkms status "mbhash/$version" -k "$release") == *": installed"* ]]; }

# The module is compressed if the kernel's own modules are.
from_dkms()
{
	[[ $(modinfo -F filename mbhash) == "/lib/modules/$release/updates/dkms/mbhash.ko"?(.xz) ]]
}

signed() { [ "$(modinfo -F signer mbhash)" = "DKMS module signing key" ]; }

compiler_silent()
{
	local log

	log=$(echo "/var/lib/dkms/mbhash/$version/$release"/*/log/make.log)
	[ -s "$log" ] && ! grep -iE 'warning|error' "$log"
}

loads()
{
	modprobe -aq algif_hash crypto_user || true
	modprobe mbhash || return
	while being_tested; do
		sleep 0.1
	done
}

# The module loads with the example's options
example_loads()
{
	local loaded

	sed -n 's/^#\(options .*\)/\1/p' /usr/share/doc/mbhash-dkms/examples/mbhash.conf \
		> /etc/modprobe.d/mbhash.conf
	loads
	loaded=$(cat /sys/module/mbhash/parameters/{priority,hmac_priority})
	unload
	rm /etc/modprobe.d/mbhash.conf
	[ "$loaded" = $'1\n1' ]
}

# Pretend with these headers that a kernel is too old
passes_over_older()
{
	local old=/lib/modules/6.0.0-0-old output status=0

	mkdir $old
	ln -s "$MBHASH_HEADERS" $old/build
	output=$(dkms build mbhash/"$version" -k "${old##*/}" 2>&1) || status=$?
	rm -r $old
	if [ $status != 77 ] || [[ $output != *"does not match this kernel"* ]]; then
		echo "$status: $output"
		return 1
	fi
}

# All files written since boot, except for the logs and indices of other programs and
# DKMS's key
written()
{
	find /proc/1/root/memory/upper ! -type d | sed 's|.*/memory/upper||' |
		grep -vE "^/(proc|sys|dev|tmp|run)/|^/var/(lib/dpkg|cache|log)/|/modules\.[a-z.]*$|^/var/lib/dkms/mok\.|^/etc/passwd" |
		sort
}

nothing_left()
{
	diff "$before" <(written) && ! modinfo mbhash 2> /dev/null &&
		[ -z "$(dkms status)" ]
}

# A kernel of a newer Debian needs the compiler of that Debian: make DKMS use this
# machine's instead.
make_do()
{
	local cc

	cc=$(sed -n 's/^CONFIG_CC_VERSION_TEXT="\([^ ]*\) .*/\1/p' "$MBHASH_HEADERS/.config")
	[ -z "$(command -v "$cc")" ] || return 0
	mkdir -p /etc/dkms
	cat > /etc/dkms/mbhash.conf <<-END
	MAKE[0]="make -C $MBHASH_HEADERS M=/var/lib/dkms/mbhash/$version/build $MBHASH_MAKE"
	END
}

make_do
in_memory
ln -sfn "$MBHASH_HEADERS" "/lib/modules/$release/build"
before=$PWD/before
written > "$before"

try "the packages install" install
try "DKMS has built and installed the module" installed
try "the compiler had nothing to say" compiler_silent
try "modprobe finds what DKMS has built" from_dkms
try "it is signed with DKMS's key" signed
try "its man page is there" test -e /usr/share/man/man4/mbhash.4.gz
try "the example for modprobe.d loads" example_loads
try "it loads" loads
try_selftests
make_files 40
try "mbsum agrees with md5sum" hash_once md5
try "mbsum agrees with sha256sum" hash_once sha256
try "mbhash has hashed them" test "$(counter sha256 requests)" -ge 40
try "mbhash-top shows it" mbhash-top --once --delay 0.1
try "... and all since it was loaded" mbhash-top --total
try "an older kernel is passed over, and DKMS says so" passes_over_older
try "it unloads" unload
try "the packages are purged" purge
try "nothing is left of them" nothing_left
done_testing
