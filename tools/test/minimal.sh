# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by tests that run in a minimal Debian, see tools/vm/root, and install packages.

# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh
[ -n "${MBHASH_MINIMAL-}" ] || { echo "$0: only in tools/vm/root: it installs packages" >&2; exit 2; }
export DEBIAN_FRONTEND=noninteractive

# Do not inherit the variables of a "make check-full" that has started this.
unset MAKEFLAGS MAKELEVEL
