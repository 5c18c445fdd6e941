#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What README.md and mbhash(4) say about dm-crypt works as written.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/disk.sh
. "$(dirname "$0")/disk.sh"

top=$(realpath "$(dirname "$0")/../../..")

ciphers_in() { grep -o 'capi:authenc(.*)-plain64' "$1" | sort -u; }

# example_of PROGRAM: print the example in the manual that uses it
example_of()
{
	awk -v program="$1" '
		/^\.Ed/ {
			if (index(text, program))
				printf "%s", text
			inside = 0
		}
		inside { text = text $0 "\n" }
		/^\.Bd -literal/ { inside = 1; text = "" }' "$top/man/mbhash.4"
}

give() # give CIPHER: to the open disk
{
	dmsetup table --showkeys $device | sed "s/capi:[^ ]*/$1/" | dmsetup load $device &&
		dmsetup resume $device
}

works() { write_data && read_data; }
given() { "$@" && counts sha256 '' works; }

# With the lowest priority only users that name our drivers get them. This is also true
# of hmac, because the kernel has made its own before.
in_memory
make_disk
modprobe -q aesni_intel || true # or it is built in
try "cryptsetup formats a disk" format_crypt
load priority=1 hmac_priority=1
try "who names no driver does not get ours" with crypt uncounted sha256 works
for file in README.md man/mbhash.4; do
	cipher=$(ciphers_in "$top/$file") || cipher=none
	try "$file: dm-crypt takes $cipher" with crypt given give "$cipher"
done
try "man/mbhash.4: its example does what it says" \
	with crypt given bash -e -o pipefail -c "$(example_of dmsetup)"
done_testing
