# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: kernels built from Debian's source: User Mode Linux, see uml.sh, and those
# built by clang or with checks that are too slow for users, which no distribution's
# package has. QEMU runs the latter like Debian's own.
#
# shellcheck disable=SC2154 # shares its variables with tools/vm/kernels.sh

# make_from_source NAME BUILD SUITE PATTERN CONFIG...: a kernel that the command BUILD
# SOURCE CONFIG... builds; NAME is what its folder's name begins with
make_from_source()
{
	local name=$1 build=$2 suite=$3 package version source key

	package=$(newest_package "$suite" "$4")
	shift 4
	version=$(package_version "$suite" "$package")
	source=$(unpacked_source "$suite" "$package")
	key=$(cd "$vm" && cat "$@" | sha256sum | cut -c1-12)
	cached "$name-$version-$key" "$build" "$source" "$@"
}

# unpacked_source SUITE PATTERN: print the folder of a kernel's source
unpacked_source()
{
	local package version

	package=$(newest_package "$1" "$2")
	version=$(package_version "$1" "$package")
	echo "$(cached "$package-$version" unpack_source "$1" "$package")/source"
}

unpack_source()
{
	unpack_packages "$@"
	tar -xf usr/src/*.tar.xz --one-top-level=source --strip-components=1
	rm -r usr
}

build_for_qemu()
{
	local source=$1 log=$PWD/build.log make

	shift
	echo "Building $kernel_name in $PWD"
	mkdir build
	# KCSAN shall not report the kernel's own data races.
	make=(make -C "$source" LLVM="$llvm" O="$PWD/build" -j"$(nproc)" KCSAN_SANITIZE=n)
	(cd "$vm" && cat "$@") > config
	"${make[@]}" KCONFIG_ALLCONFIG="$PWD/config" allnoconfig > "$log" 2>&1
	"${make[@]}" bzImage modules >> "$log" 2>&1 || { tail -n 30 "$log"; return 1; }
	"${make[@]}" INSTALL_MOD_PATH="$PWD" modules_install >> "$log"
	ln -s build/arch/x86/boot/bzImage image
	ln -s lib/modules modules
	sed -i "s|$PWD|${PWD%.tmp}|" build/Makefile
}
