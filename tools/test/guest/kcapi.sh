#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# libkcapi's own tests of md5, sha256 and their hmac have the same results with our
# drivers as with the kernel's own.
#
# Usage: kcapi.sh [SIZE...] FOLDER	the sizes to hash, by default those of the tests; and
#					the folder that tools/test/others.sh prints

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

suite=${!#}
sizes=${*:1:$#-1}

# choose: leave out the tests of other algorithms, which take minutes here
choose()
{
	cp -r "$suite" suite
	sed -i -e '/^check_memory_soft ||/,$d' -e 's/\(HASHEXEC=\).*/\1"4"/' \
		-e 's/\(PBKDFEXEC=\).*/\1"8"/' -e 's/\(\tHKDFEXEC=\).*/\1"1 2 3"/' suite/test/test.sh
	cat >> suite/test/test.sh <<-'END'
	for stream in '' -s -v; do hashfunc $stream; done
	for aligned in '' -m; do kdftest $aligned; pbkdftest $aligned; hkdftest $aligned; done
	exit $failures
	END
	sed -i -e 's/^SUMHASHER=.*/SUMHASHER="md5sum sha256sum"/' \
		-e 's/^HMACHASHER=.*/HMACHASHER=sha256hmac/' -e 's/-h sha1 /-h sha256 /' \
		-e 's/run_hasher sha1hmac/run_hasher sha256hmac/' \
		-e '/^\trun_kat sha\(1\|384\|512\)/d' suite/test/hasher-test.sh
	[ -z "$sizes" ] || sed -i "s/^for i in 0 .*/for i in $sizes/" suite/test/kcapi-dgst-test.sh
}

# judgements SCRIPT: the result of each of its tests, without colours and kernel names
judgements()
{
	"suite/test/$1" 2>&1 | tee all |
		sed -n 's/.*\[\(PASSED\|FAILED\|DEACTIVATED\)[^]]*\][^ ]*/\1/p'
}

# all_pass SCRIPT FILE: its tests pass; their results are kept in that file
all_pass()
{
	judgements "$1" > "$2" || { cat all; return 1; }
	! grep FAILED "$2" && grep -q PASSED "$2"
}

same_judgements()
{
	all_pass "$1" ours && diff "$1.own" ours
}

scripts=(test.sh hasher-test.sh kcapi-dgst-test.sh)

in_memory
choose
# The kernel cannot load modules on demand here; in User Mode Linux they are built in.
modprobe -aq algif_hash crypto_user sha512 || true
for script in "${scripts[@]}"; do
	try "$script: passes with the kernel's own drivers" all_pass "$script" "$script.own"
done
load
for script in "${scripts[@]}"; do
	before=$(counter sha256 requests)
	try "$script: says the same with ours" same_judgements "$script"
	try "$script: of sha256, $(wc -l < "$script.own") tests' requests came to us" \
		at_least "$(counter sha256 requests)" $((before + $(wc -l < "$script.own") / 3))
done
try "those of md5 as well" at_least "$(counter md5 requests)" 10
try "the module goes afterwards" unload
done_testing
