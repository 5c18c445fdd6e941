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
# shellcheck source=SCRIPTDIR/debian.sh
. "$vm/debian.sh"
# shellcheck source=SCRIPTDIR/bochs.sh
. "$vm/bochs.sh"
# shellcheck source=SCRIPTDIR/qemu.sh
. "$vm/qemu.sh"
# shellcheck source=SCRIPTDIR/uml.sh
. "$vm/uml.sh"
# shellcheck source=SCRIPTDIR/source.sh
. "$vm/source.sh"
# shellcheck source=SCRIPTDIR/cross.sh
. "$vm/cross.sh"

# Kernels are named by their place, so that a name stays when the archive moves on:
# oldest is the oldest that is supported (Debian 12's), stable that of Debian 13, newest
# the newest that Debian has built for a release; or for sid, where no release has more.
#
# A line for each: its name; the machine that runs it; where Debian has it
# (another architecture than this machine's is named) and as which package, *
# being the newest version; for User Mode Linux its configuration, for the
# others the CPU: NAME@CPU is the same kernel on another one. Those that are built from
# source, by the compiler that their name begins with, have their configuration after
# it. The last is the kernel that runs here, to build for, and not to be booted; HERE is
# its folder, if that is not where the system has it. Other architectures' are in
# ARCH/test/kernels.
kernel_table=$(cat "$vm"/../../*/test/kernels)'
debian-oldest		qemu	bookworm			linux-image-6.1.*-amd64		max
debian-stable		qemu	bookworm-backports		linux-image-6.12.*-amd64	max
debian-newest		qemu	trixie-backports		linux-image-*-amd64		max
trixie-stable		qemu	trixie				linux-image-6.12.*-amd64	max
debian-rt-oldest	qemu	bookworm			linux-image-6.1.*-rt-amd64	max
debian-rt-newest	qemu	trixie-backports		linux-image-*-rt-amd64		max
bochs-oldest		bochs	bookworm			linux-image-6.1.*-amd64		corei7_icelake_u
bochs-stable		bochs	bookworm-backports		linux-image-6.12.*-amd64	corei7_icelake_u
uml-oldest		uml	bookworm			linux-source-6.1		uml.config
uml-oldest-debug	uml	bookworm			linux-source-6.1		uml.config uml-debug.config
uml-stable		uml	bookworm-backports		linux-source-6.12		uml.config
uml-newest		uml	trixie-backports		linux-source-*			uml.config
uml-newest-up		uml	trixie-backports		linux-source-*			uml.config uml-up.config
clang-newest		qemu	trixie-backports		linux-source-*			max uml.config qemu.config clang.config
clang-kcsan-newest	qemu	trixie-backports		linux-source-*			max uml.config qemu.config kcsan.config
clang-kmsan-newest	qemu	trixie-backports		linux-source-*			max uml.config qemu.config kmsan.config
gcc-rt-newest		qemu	trixie-backports		linux-source-*			max uml.config qemu.config rt-debug.config
here			here	-				-				-
'
mapfile -t kernels < <(awk 'NF { print $1 }' <<< "$kernel_table")

# select_kernel NAME[@CPU]: set what the table says of it, in the variables
#	kernel_name	NAME
#	machine		qemu, bochs, uml or here
#	suite, package	where from
#	arch		Debian's name of its architecture
#	options		the CPU, or the files of its configuration
#	llvm		what the kernel's make needs to know of clang: its version, or
#			nothing for gcc
select_kernel()
{
	local row

	row=$(awk -v name="${1%%@*}" '$1 == name' <<< "$kernel_table")
	[ -n "$row" ] || die "no kernel '$1'; there are: ${kernels[*]}"
	# shellcheck disable=SC2034 # for those who source this
	read -r kernel_name machine suite package row <<< "$row"
	read -ra options <<< "$row"
	[[ $1 != *@* ]] || options[0]=${1#*@}
	arch=amd64
	[[ $suite != *:* ]] || arch=${suite#*:}
	llvm=
	# The newest that Debian 12 has
	[[ $kernel_name != clang-* ]] || llvm=-19
}

# make_kernel NAME: print the folder of that kernel, made first if need be
make_kernel()
{
	select_kernel "$1"
	case $machine:$package in
	here:*)			echo "${HERE-/lib/modules/$(uname -r)}" ;;
	uml:*)			make_from_source uml build_uml "$suite" "$package" "${options[@]}" ;;
	*:linux-source-*)	make_from_source "${kernel_name%%-*}$llvm" build_for_qemu \
					"$suite" "$package" "${options[@]:1}" ;;
	*)			make_debian "$suite" "$package" ;;
	esac
}

# make_arguments NAME: print the arguments that make needs in its build folder,
# one a line
make_arguments()
{
	local prefix

	select_kernel "$1"
	# Type information by pahole is not needed here.
	printf '%s\n' CONFIG_DEBUG_INFO_BTF_MODULES= CONFIG_PAHOLE_VERSION=0 \
		PAHOLE_VERSION=0
	case $machine:$package in
	here:*)
		# By the compiler that the kernel names, whose warnings are not
		# its user's, and without the tests
		printf '%s\n' W= MBHASH_KUNIT= ;;
	uml:*)
		# As on hardware: User Mode Linux has each copy of a few bytes
		# call a function, lets C have vector registers, and has its
		# modules reach all else by addresses of 64 bits. And frames
		# are to be as small as stacks are there.
		printf '%s\n' ARCH=um SUBARCH=x86_64 CONFIG_FRAME_WARN=1024 KCFLAGS="-fbuiltin \
-mno-sse -mno-mmx -mno-sse2 -mno-avx \
-mcmodel=small -fpie -include linux/hidden.h" ;;
	*:linux-source-*)
		# The Makefile finds the compiler.
		;;
	*)
		prefix=$(cross_compile "$(arch_with debian "$arch")" "$suite")
		# Debian's headers have their own CROSS_COMPILE.
		printf '%s\n' CROSS_COMPILE="$prefix" CC="${prefix}gcc" LD="${prefix}ld" \
			AR="${prefix}ar" NM="${prefix}nm" OBJCOPY="${prefix}objcopy"
		# Some are made with a newer compiler than this machine's. Where the cache has
		# theirs, it has to align functions as they were: on riscv64 ftrace writes
		# to the eight bytes before one.
		[[ $prefix == /* ]] || echo CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT= ;;
	esac
}

# link_sources TOP BUILD: link the files whose paths in TOP are read from stdin to the
# same paths in BUILD, and remove links to deleted files
link_sources()
{
	local file link

	while read -r file; do
		link=$2/$file
		[ ! "$link" -ef "$1/$file" ] || continue
		mkdir -p "${link%/*}"
		ln -sf "$1/$file" "$link"
	done
	find "$2" -xtype l -delete
}

# mbsum_folder: print where mbsum is built for $arch, in the checkout
mbsum_folder()
{
	case $arch in
	amd64)	echo build/mbsum ;;
	*)	echo "build/mbsum-$arch" ;;
	esac
}
