# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: compilers for other architectures, and QEMU for their programs. Where those of
# Debian 12 do not know an architecture's vectors, both are newer ones in the cache.

# shellcheck source=SCRIPTDIR/../arch.sh
. "${BASH_SOURCE%/*}/../arch.sh"

# cross_compile FOLDER [SUITE]: print the prefix of the compiler for that architecture's
# folder. If it is in the cache it is that suite's, for a kernel of it; else it is that of
# the release that has the architecture's programs.
cross_compile()
{
	local packages suite=${2-$(arch_field "$1" suite)}

	read -ra packages <<< "$(arch_field "$1" compiler)"
	if [ ${#packages[@]} = 0 ]; then
		echo "$(arch_field "$1" triplet)-"
	else
		echo "$(make_compiler "${suite%:*}" "${packages[@]}")/usr/bin/$(arch_field "$1" triplet)-"
	fi
}

# make_compiler SUITE PACKAGE...: print its folder
make_compiler()
{
	local version

	version=$(package_version "$1" "$2")
	cached "$2-$version" unpack_compiler "$@"
}

unpack_compiler()
{
	unpack_tree "$@"
	# Linker scripts with absolute paths
	grep -lI 'GNU ld script' usr/*-linux-gnu/lib/*.so | xargs sed -Ei 's| /usr/[^ ]*/lib(64)?/| |g'
	run_by_own_library "$1" usr/bin usr/libexec
}

# user_emulator FOLDER: print the program that runs that architecture's programs
user_emulator()
{
	local version folder=/usr

	if [ -n "$(arch_field "$1" compiler)" ]; then
		version=$(package_version bookworm-backports qemu-user)
		folder=$(cached "qemu-user-$version" unpack_packages bookworm-backports qemu-user)/usr
	fi
	echo "$folder/bin/qemu-$(arch_field "$1" emulator)"
}
