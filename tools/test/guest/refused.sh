#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Where AF_ALG is closed, mbsum --af-alg says why in one sentence, and exits with 2.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

here=$(realpath "$(dirname "$0")")
restrict=/proc/sys/crypto/af_alg_restrict
file=/etc/hostname

# refused TEXT COMMAND...: by a line that has this
refused()
{
	local output status=0

	output=$("${@:2}" 2>&1) || status=$?
	if [ $status != 2 ] || [[ $output != "mbsum: "*"$1"* ]] ||
	   [ "$(wc -l <<< "$output")" != 1 ]; then
		echo "$status: $output"
		return 1
	fi
}

# hashes ALGORITHM COMMAND...: as coreutils
hashes() { diff <("${@:2}" "$file") <("${1}sum" "$file"); }

as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$@"; }

# keep_out MODULE: nobody can load it
keep_out()
{
	rmmod "$1" 2> /dev/null || true
	echo "install $1 /bin/false" >> /etc/modprobe.d/refused.conf
}

let_in()
{
	rm -f /etc/modprobe.d/refused.conf
	modprobe -aq af_alg algif_hash
}

# driver HASH: one of the kernel that programs can have
driver()
{
	awk -v hash="$1" '
		$1 == "name" { name = $3 }
		$1 == "driver" { driver = $3 }
		$1 == "type" && $3 == "shash" && name == hash { print driver; exit }' /proc/crypto
}

set_restrict() { echo "$1" > $restrict; }

try_modules()
{
	mkdir -p /etc/modprobe.d
	keep_out algif_hash
	keep_out af_alg
	try "no AF_ALG" refused "AF_ALG: this kernel does not offer" "$MBSUM" --af-alg "$file"
	rm /etc/modprobe.d/refused.conf
	modprobe af_alg
	keep_out algif_hash
	try "no algif_hash: a hash" \
		refused "AF_ALG: this kernel's module algif_hash" "$MBSUM" --af-alg "$file"
	try "no algif_hash: a hash that is not there" \
		refused "AF_ALG: this kernel's module algif_hash" "$MBSUM" --af-alg -a no-such "$file"
	let_in
}

try_sandboxes()
{
	local error

	for error in EPERM EACCES ENOSYS; do
		try "a sandbox: $error" refused "AF_ALG: a sandbox forbids it" \
			"$here/no_socket.py" $error "$MBSUM" --af-alg "$file"
	done
	try "a sandbox: EAFNOSUPPORT" refused RestrictAddressFamilies= \
		"$here/no_socket.py" EAFNOSUPPORT "$MBSUM" --af-alg "$file"
}

try_restriction()
{
	local driver

	driver=$(driver sha256)
	set_restrict 1
	try "restricted: root, sha256" hashes sha256 "$MBSUM" --af-alg
	try "restricted: root, md5" hashes md5 "$MBSUM" --af-alg -a md5
	try "restricted: a user" refused "for root only while the sysctl crypto.af_alg_restrict is 1" \
		as_nobody "$MBSUM" --af-alg "$file"
	try "restricted: a driver" \
		refused "no drivers by name while the sysctl crypto.af_alg_restrict is 1" \
		"$MBSUM" --driver="$driver" "$file"
	try "restricted: a hash that is not there" \
		refused "no such hash, or closed" "$MBSUM" --af-alg -a no-such "$file"
	set_restrict 2
	try "closed: root" refused "while the sysctl crypto.af_alg_restrict is 2" \
		"$MBSUM" --af-alg "$file"
	try "closed: a user" refused "while the sysctl crypto.af_alg_restrict is 2" \
		as_nobody "$MBSUM" --af-alg "$file"
	set_restrict 0
}

modular=
! modinfo -F filename algif_hash 2> /dev/null | grep -q '/' || modular=y
modprobe -aq sha256_generic sha256 md5 || true
if [ -n "$modular" ]; then
	try_modules
else
	skip "AF_ALG as modules" "they are built in"
fi
try_sandboxes
if [ -e $restrict ]; then
	try_restriction
else
	skip "crypto.af_alg_restrict" "Linux has it from 7.3 on"
fi
try "open: a user" hashes sha256 as_nobody "$MBSUM" --af-alg
try "open: a driver" hashes sha256 "$MBSUM" --driver="$(driver sha256)"
try "open: a hash that is not there" \
	refused "no-such: this kernel has no such hash or driver" "$MBSUM" --af-alg -a no-such "$file"
done_testing
