#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What mbhash(4) says about dm-crypt works as written, with a cryptsetup that
# refuses tables with drivers' names.
#
# Usage: documents.sh CRYPTSETUP	the program, of version 2.7 or later

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/disk.sh
. "$(dirname "$0")/disk.sh"

# shellcheck disable=SC2034 # for disk.sh
cryptsetup=$1
top=$(realpath "$(dirname "$0")/../../..")

ciphers_in() { grep -o 'capi:authenc(.*)-plain64' "$1" | sort -u; }

# example_with TEXT: do what the example in the manual says that has this text
example_with()
{
	local example

	example=$(awk -v text="$1" '
		/^\.Ed/ {
			if (index(example, text))
				printf "%s", example
			inside = 0
		}
		inside { example = example $0 "\n" }
		/^\.Bd -literal/ { inside = 1; example = "" }' "$top/man/mbhash.4")
	[ -n "$example" ] || { echo "no such example"; return 1; }
	bash -e -o pipefail -c "$example"
}
name_drivers() { example_with 'sed "s/authenc('; }
# shellcheck disable=SC2016 # the example's
take_names_back() { example_with 'sed "s/$named/'; }

give() # give CIPHER: to the open disk
{
	dmsetup table --showkeys $device | sed "s/capi:[^ ]*/$1/" | dmsetup load $device &&
		dmsetup resume $device
}

# A driver of xts(aes) that the manual names for CPUs without AES-NI
portable_xts()
{
	local name='xts(ecb(aes-generic))'

	! grep -q ' xts-aes-lib$' /proc/crypto || name='xts-aes-lib'
	grep -qF ".Ql $name " "$top/man/mbhash.4" || { echo "no $name in the manual"; return 1; }
	echo $name
}

works() { write_data && read_data; }
given() { "$@" && counts sha256 '' works; }

# A device whose table names drivers, closed as the manual says
open_named() { open_crypt; }
close_named() { example_with 'dmsetup remove' && none_left; }
none_left() { [ "$(dmsetup ls)" = "No devices found" ] || { dmsetup ls; return 1; }; }

# refused COMMAND: cryptsetup does not do that to a table that names drivers
refused()
{
	local output

	name_drivers || return
	if output=$(crypt "$1" $device 2>&1) || [[ $output != *"Failed to query dm-crypt segment"* ]]; then
		echo "$output"
		return 1
	fi
}

kept_iv() { given name_drivers && [[ $(dmsetup table $device) == *-aesni\)-random\ * ]]; }

closes_with_first_table()
{
	open_crypt && name_drivers && take_names_back && works || return
	crypt status $device && close_crypt && none_left
}

# With the lowest priority only users that name our drivers get them. This is also true
# of hmac, because the kernel has made its own before.
in_memory
make_disk
modprobe -q aesni_intel || true # or it is built in
try "cryptsetup formats a disk" format_crypt
load priority=1 hmac_priority=1
try "who names no driver does not get ours" with crypt uncounted sha256 works
cipher=$(ciphers_in "$top/man/mbhash.4") || cipher=none
try "man/mbhash.4: dm-crypt takes $cipher" with named given give "$cipher"
xts=$(portable_xts) || true
try "man/mbhash.4: without AES-NI $xts" \
	with named given give "capi:authenc(hmac-sha256-mb,$xts)-plain64"
try "man/mbhash.4: its example does what it says" with named given name_drivers
try "... and cryptsetup cannot show its status" with named refused status
try "... nor close it" with named refused close
try "... unless it has its first table back" closes_with_first_table
try "cryptsetup formats one with random IVs" format_crypt aes-xts-random
try "the example keeps those" with named kept_iv
done_testing
