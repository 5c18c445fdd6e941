# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: Debian's own kernels, and programs for their guests.
#
# shellcheck disable=SC2154 # machine, arch: see select_kernel

# The programs that the tests' scripts use
guest_packages=(bash busybox-static coreutils diffutils findutils grep iproute2
	iputils-ping kcapi-tools kmod mawk netcat-openbsd sed util-linux)

# make_guest_tree: print the folder with programs for $machine's guest, if it cannot
# use the host's
make_guest_tree()
{
	local suite key

	case $machine:$arch in
	uml:* | qemu:amd64) return ;;
	esac
	suite=$(arch_field "$(arch_with debian "$arch")" suite)
	suite=${suite:-bookworm}
	[ "$arch" = amd64 ] || suite+=:$arch
	key=$(echo "${guest_packages[@]}" | sha256sum | cut -c1-12)
	cached "guest-$arch-$key" unpack_guest "$suite"
}

unpack_guest()
{
	unpack_tree "$1" "${guest_packages[@]}"
	ln -s mawk usr/bin/awk
	ln -s nc.openbsd usr/bin/nc
}

# make_busybox: print the path of a static busybox, the shell of tools/vm/init
make_busybox()
{
	local version dir

	version=$(package_version bookworm busybox-static)
	dir=$(cached "busybox-static-$version" unpack_packages bookworm busybox-static)
	echo "$dir/bin/busybox"
}

# make_debian SUITE PATTERN: a kernel image with its modules and headers
make_debian()
{
	local image version

	image=$(newest_package "$1" "$2")
	version=$(package_version "$1" "$image")
	cached "$image-$version" build_debian "$1" "$image"
}

build_debian()
{
	local suite=$1 image=$2 release=${2#linux-image-} headers

	headers=linux-headers-$release
	# shellcheck disable=SC2046 # words
	unpack_packages "$suite" "$image" "$headers" \
		$(dependencies "$suite" "$image" '(base|binary|modules)-') \
		$(dependencies "$suite" "$headers" 'headers-')
	# The programs of the build system run here, whatever the target.
	unpack_kbuild "${suite%:*}" "$(dependencies "$suite" "$headers" 'kbuild-')"
	# Newer packages have the modules in /usr.
	[ -d lib/modules ] || { mkdir -p lib; mv usr/lib/modules lib; }
	ln -s "$(find . -path ./usr -prune -o -name 'vmlinu[xz]*' -print)" image
	ln -s lib/modules modules
	ln -s "usr/src/linux-headers-$release" build
	# The only absolute path in it
	sed -i "s|/usr/src/|../|" build/Makefile
	depmod -b . "$release"
}

# dependencies SUITE PACKAGE REGEX: print those whose name begins with linux-REGEX
dependencies()
{
	package_field "$1" "$2" Depends | grep -oE "linux-$3[^ ,]*" || true
}

# is_newer SUITE: is it newer than this machine's Debian?
is_newer()
{
	local codename

	# shellcheck source=/dev/null
	codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
	[ "$1" != "$codename" ] &&
	dpkg --compare-versions "$(package_field "$1" libc6 Version)" gt \
		"$(dpkg-query -W -f '${Version}' libc6)"
}

# run_by_own_library SUITE FOLDER...: make the programs in these folders, which are from
# that Debian, run with its C library if it is a newer Debian than this machine's
run_by_own_library()
{
	local runtime library file

	is_newer "$1" || return 0
	runtime=$(cached "libelf1t64-$1" unpack_tree "$1" libelf1t64)
	library=$runtime/usr/lib/x86_64-linux-gnu
	[ ! -d usr/lib/x86_64-linux-gnu ] || library+=:$PWD/usr/lib/x86_64-linux-gnu
	find "${@:2}" -type f -executable ! -name '*.so*' | while read -r file; do
		[ "$(head -c 4 "$file")" = $'\x7fELF' ] || continue
		mv "$file" "$file.elf"
		cat > "$file" <<-END
		#!/bin/sh
		exec ${library%%:*}/ld-linux-x86-64.so.2 --library-path ${library//.tmp/} \\
			--argv0 "\$0" ${PWD%.tmp}/$file.elf "\$@"
		END
		chmod +x "$file"
	done
}

# unpack_kbuild SUITE PACKAGE: unpack the programs of the build system
unpack_kbuild()
{
	unpack_packages "$1" "$2"
	run_by_own_library "${1%-backports}" usr/lib/linux-kbuild-*
}
