#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Print a folder in the cache with published test vectors.

set -euo pipefail

# shellcheck source=SCRIPTDIR/../vm/cache.sh
. "$(dirname "$(realpath "$0")")/../vm/cache.sh"

package=python3-cryptography-vectors
version=$(package_version bookworm $package)
folder=$(cached "$package-$version" unpack_packages bookworm $package)
echo "$folder/usr/lib/python3/dist-packages/cryptography_vectors"
