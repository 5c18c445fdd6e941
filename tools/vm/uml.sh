# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: User Mode Linux, a kernel that is a program of the host. It runs at native
# speed, with all features of this CPU.
#
# shellcheck disable=SC2034,SC2154 # shares its variables with tools/vm/run

# count_preemption SOURCE: User Mode Linux cannot preempt, but it can count, see
# uml.config. Can be called again.
count_preemption()
{
	sed -i '/^config PREEMPT_COUNT/,/^config/ s/^ *bool$/\tbool "Count preemption"/' \
		"$1/kernel/Kconfig.preempt"
	sed -i '/^config DEBUG_ATOMIC_SLEEP/,/^config/ s/^\tdepends on !ARCH_NO_PREEMPT$//' \
		"$1/lib/Kconfig.debug"
}

# fit_registers SOURCE: the host sets all of a process's vector registers at once. With
# AMX they take 11008 bytes, but older kernels have room for the 2696 that there are
# without. Processes here have no permission to use AMX: the host gets zeros for the rest.
# Can be called again.
fit_registers()
{
	local file=$1/arch/x86/um/os-Linux/registers.c size='FP_SIZE * sizeof(unsigned long)'

	if ! grep -q FP_SIZE "$file" || grep -q 'unsigned long all_registers' "$file"; then
		return
	fi
	sed "
		s/^#include <stdlib.h>/&\n#include <string.h>/
		/^\(static \)\?int have_xstate_support/ a static unsigned long all_registers[4096];
		/^int \(save\|restore\)_fp_registers/,/^}/ {
			s/iov_base = fp_regs;/iov_base = all_registers;/
			s/iov_len = .*/iov_len = sizeof(all_registers);/
		}
		/^int save_fp_registers/,/^}/ {
			s/^\t\treturn 0;/\t\tmemcpy(fp_regs, all_registers, $size);\n&/
		}
		/^int restore_fp_registers/,/^}/ {
			s/^\t\tiov.iov_base/\t\tmemcpy(all_registers, fp_regs, $size);\n&/
		}
		" "$file" > "$file.new"
	grep -q 'unsigned long all_registers' "$file.new" || die "$file is not as expected"
	mv "$file.new" "$file"
}

build_uml()
{
	local source=$1 log=$PWD/build.log

	shift
	echo "Building User Mode Linux in $PWD"
	# Others may build from it at the same time.
	{
		flock 9
		count_preemption "$source"
		fit_registers "$source"
	} 9> "$source.lock"
	mkdir build
	(cd "$vm" && cat "$@") > config
	make -C "$source" ARCH=um SUBARCH=x86_64 O="$PWD/build" \
		KCONFIG_ALLCONFIG="$PWD/config" allnoconfig > "$log"
	# What the compiler would warn of is not ours, and to look for it takes a tenth
	# of the time.
	make -C "$source" ARCH=um SUBARCH=x86_64 O="$PWD/build" KCFLAGS=-w \
		-j"$(nproc)" all >> "$log" 2>&1 || { tail -n 30 "$log"; return 1; }
	ln -s build/linux image
	# Newer kernels record where they were built.
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
	# The host may leave up to 1 GiB between the program's data and its heap, which
	# counts as memory. Modules are behind it, and may be too far away for a call.
	if setarch -R true 2> /dev/null; then
		boot=(setarch -R "${boot[@]}")
	fi
	# Its memory is a file: in tmpfs, if it takes less than half of the free space.
	free=$(df --output=avail -B1 /dev/shm 2> /dev/null | tail -n 1) || free=0
	[ $((free / 2)) -gt "$(numfmt --from=iec "$mem")" ] || export TMPDIR=$tmp
}
