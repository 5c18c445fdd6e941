#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Print a folder in the cache with libkcapi's own tests and the programs that they
# run, built with Debian's libkcapi.

set -euo pipefail

# shellcheck source=SCRIPTDIR/../vm/cache.sh
. "$(dirname "$(realpath "$0")")/../vm/cache.sh"

unpack_tests()
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

version=$(package_version bookworm libkcapi-dev)
folder=$(cached "libkcapi-tests-$version" unpack_tests)
echo "$folder/source"
