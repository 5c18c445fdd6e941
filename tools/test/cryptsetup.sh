#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Print the path of Debian 13's cryptsetup, made to run with its own libraries: from 2.7
# on it is stricter about tables that it did not make.

set -euo pipefail

# shellcheck source=SCRIPTDIR/../vm/cache.sh
. "$(dirname "$(realpath "$0")")/../vm/cache.sh"

suite=trixie
unpack_cryptsetup()
{
	local library=usr/lib/x86_64-linux-gnu

	unpack_tree $suite cryptsetup-bin
	cat > cryptsetup <<-END
	#!/bin/sh
	tree=\$(dirname "\$0")
	exec "\$tree/$library/ld-linux-x86-64.so.2" --library-path "\$tree/$library" \\
		"\$tree/usr/sbin/cryptsetup" "\$@"
	END
	chmod +x cryptsetup
}

version=$(package_version $suite cryptsetup-bin)
echo "$(cached "cryptsetup-bin-$version" unpack_cryptsetup)/cryptsetup"
