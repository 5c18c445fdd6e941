# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: a kernel built by clang, which no distribution's package is: one that
# checks indirect calls. QEMU runs it like Debian's own.
#
# shellcheck disable=SC2154 # shares its variables with tools/vm/kernels.sh

# The newest that Debian 12 has
llvm=-19

# make_clang SUITE PACKAGE: a kernel from Debian's source
make_clang()
{
	local suite=$1 package=$2 version source key

	version=$(package_version "$suite" "$package")
	source=$(unpacked_source "$suite" "$package")
	key=$(cd "$vm" && cat uml.config clang.config | sha256sum | cut -c1-12)
	cached "clang$llvm-$version-$key" build_clang "$source"
}

build_clang()
{
	local source=$1 log=$PWD/build.log make

	echo "Building a kernel with clang in $PWD"
	mkdir build
	make=(make -C "$source" LLVM="$llvm" O="$PWD/build" -j"$(nproc)")
	(cd "$vm" && cat uml.config clang.config) > config
	"${make[@]}" KCONFIG_ALLCONFIG="$PWD/config" allnoconfig > "$log" 2>&1
	"${make[@]}" bzImage modules >> "$log" 2>&1 || { tail -n 30 "$log"; return 1; }
	"${make[@]}" INSTALL_MOD_PATH="$PWD" modules_install >> "$log"
	ln -s build/arch/x86/boot/bzImage image
	ln -s lib/modules modules
	sed -i "s|$PWD|${PWD%.tmp}|" build/Makefile
}
