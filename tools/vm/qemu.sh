# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: QEMU, which emulates machines of all architectures. For x86 with the CPU
# "max" it is the one installed here, Debian 12's. Otherwise it is a newer one with the
# libraries of Debian 12, which knows Denverton (SHA-NI without AVX) and the
# Loongson-3A4000.
#
# shellcheck disable=SC2034,SC2154 # shares its variables with tools/vm/run

# make_qemu PACKAGE: unpack it and print the folder
make_qemu()
{
	local suite=bookworm-backports version

	version=$(package_version $suite "$1")
	cached "$1-$version" unpack_packages $suite "$1" qemu-system-data seabios
}

# make_firmware PACKAGE: unpack it and print the folder
make_firmware()
{
	local version

	version=$(package_version trixie "$1")
	cached "$1-$version" unpack_packages trixie "$1"
}

# qemu_boot: the command that runs $kernel, in the array $boot, and the modules
# that the kernel needs to see the host's files
qemu_boot()
{
	local qemu share console folder firmware file most version words cpu=${options[0]} files=9p2000.L
	local virtfs=local,security_model=none,readonly=on,multidevs=remap

	case $arch in
	amd64)
		qemu=/usr
		# In the newer QEMU vinserti128 reads too much memory.
		[ "$cpu" = max ] || qemu=$(make_qemu qemu-system-x86)/usr
		qemu+=/bin/qemu-system-x86_64
		# On a busy host the kernel's test of the timer does not wait long enough.
		console='ttyS0 no_timer_check'
		# With ERMS the kernel copies by "rep movsb", which is emulated byte by
		# byte. No CPU has FSRM without ERMS, and with FSRM alone memmove() of
		# Linux 6.1 goes wrong.
		cpu+=,-erms,-fsrm
		boot=(-M pc)
		# Kernels without MSI ask ACPI for the interrupts of PCI devices. On a pc
		# this takes a loop, which the kernel ends after 30 s; on a busy host
		# it takes longer with lockdep.
		[[ $package != linux-source-* ]] || boot=(-M q35) ;;
	*)
		folder=$(arch_with debian "$arch")
		qemu=$(make_qemu "$(arch_field "$folder" qemu)")/usr/bin/qemu-system-$(arch_field "$folder" emulator)
		console=$(arch_field "$folder" console)
		boot=(-M "$(arch_field "$folder" machine)")
		read -r firmware file <<< "$(arch_field "$folder" firmware)"
		[ -z "$firmware" ] || boot+=(-bios "$(make_firmware "$firmware")/$file")
		most=$(arch_field "$folder" most_cpus)
		[ "$cpus" -le "${most:-$cpus}" ] || cpus=$most
		version=$(arch_field "$folder" files)
		files=${version:-$files} ;;
	esac
	share=${qemu%/bin/*}/share
	boot+=(-virtfs "$virtfs,path=/,mount_tag=host")
	[ -z "$tree" ] || boot+=(-virtfs "$virtfs,path=$tree,mount_tag=tree")
	# EFI ends the kernel's command line at the end of a line.
	words="console=$console log_buf_len=4M oops=panic panic=-1"
	words+=" kunit.enable=1 kunit.autorun=1 vm_root=$files vm_tty=hvc0 vm_job=$tmp/job"
	words+=" vm_tree=${tree:+y} $arguments"
	mkfifo "$tmp/monitor.in" "$tmp/monitor.out"
	boot=("$qemu" -L "$share/qemu" -L "$share/seabios" "${boot[@]}"
		-accel "tcg,thread=multi" -cpu "$cpu" -smp "$cpus" -m "$mem"
		-nodefaults -display none -no-reboot
		-serial "file:$tmp/log" -monitor "pipe:$tmp/monitor"
		-chardev "stdio,id=job,signal=off"
		-device virtio-serial-pci -device "virtconsole,chardev=job"
		-kernel "$kernel/image" -initrd "$tmp/initrd"
		-append "$words")
	[ -z "$metadata" ] || add_disk
	boot_modules=(virtio_pci virtio_console 9pnet_virtio 9p overlay)
}

# add_disk: the one that tools/vm/run promises, empty
add_disk()
{
	truncate -s 16M "$tmp/disk"
	boot+=(-drive "file=$tmp/disk,if=none,id=disk,format=raw" -device "nvme,serial=disk"
		-device "nvme-ns,drive=disk,logical_block_size=4096,physical_block_size=4096,ms=$metadata")
}

# qemu_look: write to the log what the CPUs do, three times
qemu_look()
{
	local i

	for i in 1 2 3; do
		echo "info registers -a" 1<> "$tmp/monitor.in"
		sleep 0.3
	done
	# The monitor echoes each character of a command, as to a terminal.
	timeout 1 cat "$tmp/monitor.out" | sed 's/.*\x1b\[K//; s/\r$//' >> "$tmp/log" || true
}
