#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# In FIPS mode (fips=1) a signed module registers its drivers for SHA-256, but not
# those for MD5. For a kernel whose build folder has the key that it trusts.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

drivers=(hmac-sha256-mb hmac-sha256-mb-sync sha256-mb sha256-mb-sync)

sign()
{
	"$MBHASH_HEADERS/scripts/sign-file" sha256 \
		"$MBHASH_HEADERS"/certs/signing_key.{pem,x509} "$MBHASH_KO" signed.ko
}

registered_drivers() { awk '$1 == "driver" && $3 ~ /-mb(-sync)?$/ { print $3 }' /proc/crypto; }
no_others() { diff <(printf '%s\n' "${drivers[@]}") <(registered_drivers | LC_ALL=C sort); }

# set_key DRIVER LENGTH: the result of setting a key of this many bytes
set_key()
{
	python3 - "$@" <<-'END'
		import errno, socket, sys

		alg = socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)
		alg.bind(("hash", sys.argv[1]))
		try:
		    alg.setsockopt(socket.SOL_ALG, socket.ALG_SET_KEY, bytes(int(sys.argv[2])))
		    print("taken")
		except OSError as error:
		    print(errno.errorcode[error.errno])
	END
}
key_is() { is "$(set_key "$1" "$2")" "$3"; }

in_fips_mode() { dmesg | grep -F 'fips mode: enabled'; }
says_so() { dmesg | grep -F 'mbhash: fips=1: without md5 and hmac(md5), which the kernel refuses'; }

in_memory
make_files 40
try "the kernel is in FIPS mode" in_fips_mode
try "can be signed" sign
MBHASH_KO=$PWD/signed.ko
try "signed, the module loads" load
try "it has its drivers for SHA-256 and no others" no_others
try "and the log says so" says_so
try_selftests
for driver in "${drivers[@]}"; do
	try "$driver: known answer" known_answer "$driver"
done
# The last one is the kernel's own.
for driver in hmac-sha256-mb hmac-sha256-mb-sync 'hmac(sha256-generic)'; do
	try "$driver: takes a key of 14 bytes" key_is "$driver" 14 taken
	try "$driver: refuses a key of 13 bytes" key_is "$driver" 13 EINVAL
done
try "sha256: digests of files are right" hash_once sha256
try "unloads" rmmod mbhash
done_testing
