#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Print a folder in the cache with coreutils' own tests, of the version whose behaviour
# mbsum has.

set -euo pipefail

# shellcheck source=SCRIPTDIR/../vm/cache.sh
. "$(dirname "$(realpath "$0")")/../vm/cache.sh"

unpack_tests()
{
	unpack_source_package trixie coreutils
	mv source/tests source/init.cfg .
	rm -r source
}

version=$(package_version trixie coreutils)
cached "coreutils-tests-$version" unpack_tests
