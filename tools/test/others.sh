#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Print the path of what a test in a guest needs of others, in the cache:
#	coreutils	its own tests, of the version whose behaviour mbsum has
#	cryptsetup	Debian 13's program, made to run with its own libraries: from 2.7
#			on it is stricter about tables that it did not make
#	kcapi		libkcapi's own tests and the programs that they run, built with
#			Debian's libkcapi
#	vectors		published test vectors
#
# Usage: others.sh WHAT

set -euo pipefail

# shellcheck source=SCRIPTDIR/../vm/cache.sh
. "$(dirname "$(realpath "$0")")/../vm/cache.sh"

unpack_coreutils()
{
	unpack_source_package trixie coreutils
	mv source/tests source/init.cfg .
	rm -r source
}

unpack_cryptsetup()
{
	local library=usr/lib/x86_64-linux-gnu

	unpack_tree trixie cryptsetup-bin
	cat > cryptsetup <<-END
	#!/bin/sh
	tree=\$(dirname "\$0")
	exec "\$tree/$library/ld-linux-x86-64.so.2" --library-path "\$tree/$library" \\
		"\$tree/usr/sbin/cryptsetup" "\$@"
	END
	chmod +x cryptsetup
}

unpack_kcapi()
{
	unpack_source_package bookworm libkcapi
	mkdir source/bin
	build kcapi test/kcapi-main.c
	build kcapi-hasher apps/kcapi-hasher.c apps/app-internal.c
	build kcapi-dgst apps/kcapi-dgst.c apps/app-internal.c
}

# build PROGRAM FILE...: with the minimum of what its configure script would define
build()
{
	(cd source && gcc -O2 -DKCAPI_MAJVERSION=1 -DCHECK_PREFIX='""' -DCHECK_SUFFIX='"hmac"' \
		-o "bin/$1" "${@:2}" -lkcapi -ldl)
}

# print SUITE PACKAGE NAME PATH COMMAND...: COMMAND fills the folder NAME-VERSION
print()
{
	local version folder

	version=$(package_version "$1" "$2")
	folder=$(cached "$3-$version" "${@:5}")
	echo "$folder$4"
}

case $1 in
coreutils)	print trixie coreutils coreutils-tests '' unpack_coreutils ;;
cryptsetup)	print trixie cryptsetup-bin cryptsetup-bin /cryptsetup unpack_cryptsetup ;;
kcapi)		print bookworm libkcapi-dev libkcapi-tests /source unpack_kcapi ;;
vectors)	vectors=python3-cryptography-vectors
		print bookworm $vectors $vectors \
			/usr/lib/python3/dist-packages/cryptography_vectors \
			unpack_packages bookworm $vectors ;;
*)		die "what of others? coreutils, cryptsetup, kcapi or vectors" ;;
esac
