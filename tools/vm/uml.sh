# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: User Mode Linux, a kernel that is a program of the host: natively
# as fast, with all that this CPU has.
#
# shellcheck disable=SC2034,SC2154 # shares its variables with tools/vm/run

# make_uml SUITE PACKAGE CONFIG...: User Mode Linux from Debian's source
make_uml()
{
	local suite=$1 package=$2 version source key

	shift 2
	version=$(package_version "$suite" "$package")
	source=$(unpacked_source "$suite" "$package")
	key=$(cd "$vm" && cat "$@" | sha256sum | cut -c1-12)
	cached "uml-$version-$key" build_uml "$source" "$@"
}

# unpacked_source SUITE PACKAGE: print the folder of a kernel's source
unpacked_source()
{
	local version

	version=$(package_version "$1" "$2")
	echo "$(cached "$2-$version" unpack_source "$1" "$2")/source"
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
	# Newer ones write down where they were built.
	sed -i "s|$PWD|${PWD%.tmp}|" build/Makefile
}

# uml_boot: the command that runs $kernel, in the array $boot
uml_boot()
{
	local free

	boot=("$kernel/image" "mem=$mem" "initrd=$tmp/initrd" "uml_dir=$tmp/" log_buf_len=4M
		con=null "con0=null,fd:1" "con1=null,fd:3" ssl=null console=tty1
		panic=-1 kunit.enable=1 kunit.autorun=1 vm_root=hostfs vm_tty=tty0 "vm_job=$tmp/job")
	if grep -qx CONFIG_SMP=y "$kernel/build/.config"; then
		boot+=("ncpus=$cpus" seccomp=on)
	fi
	# shellcheck disable=SC2206 # words
	boot+=($arguments)
	# The host may put up to 1 GiB between its data and its heap, which counts as
	# memory. Modules come after that, and may be too far away for a call.
	if setarch -R true 2> /dev/null; then
		boot=(setarch -R "${boot[@]}")
	fi
	# Its memory is a file, of which tmpfs takes half of what it has free.
	free=$(df --output=avail -B1 /dev/shm 2> /dev/null | tail -n 1) || free=0
	[ $((free / 2)) -gt "$(numfmt --from=iec "$mem")" ] || export TMPDIR=$tmp
}
