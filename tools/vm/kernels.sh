# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: the kernels that can be run, by name, and what each is made of. A
# kernel is a folder in the cache:
#	image	what is booted
#	build	what a module is built against
#	modules	the kernel's own modules, as in /lib/modules, if it has any

vm=$(cd "${BASH_SOURCE%/*}" && pwd)
# shellcheck source=SCRIPTDIR/cache.sh
. "$vm/cache.sh"

kernels=(debian-6.1 debian-6.12 uml-6.1 uml-6.1-debug)

# make_kernel NAME: print the folder of that kernel, made first if need be
make_kernel()
{
	case $1 in
	debian-6.1)	make_debian bookworm linux-image-amd64 ;;
	debian-6.12)	make_debian bookworm-backports linux-image-amd64 ;;
	uml-6.1)	make_uml bookworm linux-source-6.1 uml.config ;;
	uml-6.1-debug)	make_uml bookworm linux-source-6.1 uml.config uml-debug.config ;;
	*)		die "no kernel '$1'; there are: ${kernels[*]}" ;;
	esac
}

# make_busybox: print the path of a static busybox, the shell of tools/vm/init
make_busybox()
{
	local version dir

	version=$(package_version bookworm busybox-static)
	dir=$(cached "busybox-static-$version" unpack_packages bookworm busybox-static)
	echo "$dir/bin/busybox"
}

# make_debian SUITE METAPACKAGE: Debian's own kernel, with its headers
make_debian()
{
	local suite=$1 package=$2 version

	version=$(package_version "$suite" "$package")
	cached "$package-$version" build_debian "$suite" "$package"
}

build_debian()
{
	local suite=$1 image release headers

	image=$(package_field "$suite" "$2" Depends | grep -o 'linux-image-[^ ,]*')
	release=${image#linux-image-}
	headers=linux-headers-$release
	mapfile -t headers < <(
		echo "$headers"
		package_field "$suite" "$headers" Depends |
			grep -oE 'linux-(headers|kbuild)-[^ ,]*'
	)
	unpack_packages "$suite" "$image" "${headers[@]}"
	ln -s "boot/vmlinuz-$release" image
	ln -s lib/modules modules
	ln -s "usr/src/linux-headers-$release" build
	# The one absolute path in there.
	sed -i "s|/usr/src/|../|" build/Makefile
	depmod -b . "$release"
}

# make_uml SUITE PACKAGE CONFIG...: User Mode Linux from Debian's source
make_uml()
{
	local suite=$1 package=$2 version source key

	shift 2
	version=$(package_version "$suite" "$package")
	source=$(cached "$package-$version" unpack_source "$suite" "$package")
	key=$(cd "$vm" && cat "$@" | sha256sum | cut -c1-12)
	cached "uml-$version-$key" build_uml "$source/source" "$@"
}

unpack_source()
{
	unpack_packages "$@"
	tar -xf usr/src/*.tar.xz --one-top-level=source --strip-components=1
	rm -r usr
	# User Mode Linux cannot preempt, but it can count: see uml.config.
	sed -i '/^config DEBUG_ATOMIC_SLEEP/,/^config/ s/^\tdepends on !ARCH_NO_PREEMPT$//' \
		source/lib/Kconfig.debug
}

build_uml()
{
	local source=$1 log=$PWD/build.log

	shift
	echo "Building User Mode Linux in $PWD"
	mkdir build
	(cd "$vm" && cat "$@") > config
	make -C "$source" ARCH=um SUBARCH=x86_64 O="$PWD/build" \
		KCONFIG_ALLCONFIG="$PWD/config" allnoconfig > "$log"
	make -C "$source" ARCH=um SUBARCH=x86_64 O="$PWD/build" \
		-j"$(nproc)" all >> "$log" 2>&1 || { tail -n 30 "$log"; return 1; }
	ln -s build/linux image
}
