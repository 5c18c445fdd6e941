# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: Bochs, an x86 emulator with AVX-512. It has one CPU, and boots from a CD-ROM
# with copies of the files that the guest sees.
#
# shellcheck disable=SC2034,SC2154 # shares its variables with tools/vm/run

# make_bochs: print the folder with its program and BIOS. That of Debian 12 lacks
# XSAVE, and that of Debian 13 depends on a whole desktop.
make_bochs()
{
	local version

	version=$(package_version trixie bochs)
	cached "bochs-$version" build_bochs
}

build_bochs()
{
	unpack_packages trixie bochsbios vgabios
	unpack_source_package trixie bochs
	echo "Building Bochs in $PWD"
	(
		cd source
		# Bochs may hang when it shows its speed.
		./configure CXXFLAGS="-O2 -fomit-frame-pointer" CFLAGS="-O2 -fomit-frame-pointer" \
			--with-nogui --without-x --without-x11 --disable-docbook \
			--enable-x86-64 --enable-cpu-level=6 --enable-avx --enable-evex \
			--enable-all-optimizations --enable-handlers-chaining \
			--enable-fast-function-calls --enable-repeat-speedups \
			--enable-memtype --enable-protection-keys --enable-cet \
			--enable-pci --disable-show-ips
		make -j"$(nproc)"
	) > build.log 2>&1 || { tail -n 30 build.log; return 1; }
	strip -o bochs source/bochs
	rm -r source
}

# bochs_boot: the command that runs $kernel, in the array $boot, and the modules
# that the kernel needs to read the CD-ROM
bochs_boot()
{
	local bochs size

	bochs=$(make_bochs)
	size=$(($(numfmt --from=iec "$mem") >> 20))
	cat > "$tmp/bochsrc" <<-END
	config_interface: textconfig
	display_library: nogui
	cpu: model=${options[0]}, count=1, ips=100000000, reset_on_triple_fault=0
	memory: guest=$size, host=$size
	romimage: file=$bochs/usr/share/bochs/BIOS-bochs-latest, options=fastboot
	vgaromimage: file=$bochs/usr/share/vgabios/vgabios.bin
	pci: enabled=1, chipset=i440fx
	ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
	ata0-master: type=cdrom, path=$tmp/cdrom, status=inserted
	boot: cdrom
	com1: enabled=1, mode=file, dev=$tmp/log
	com2: enabled=1, mode=file, dev=$tmp/pipe
	clock: sync=none, time0=$(date +%s)
	log: $tmp/bochs.log
	panic: action=fatal
	error: action=ignore
	info: action=ignore
	debug: action=ignore
	END
	# Drop Bochs' own messages.
	# shellcheck disable=SC2016 # the inner shell's
	boot=(bash -c 'exec "$@" > /dev/null 2>&1' bochs "$bochs/bochs" -q -f "$tmp/bochsrc")
	boot_modules=(ata_piix sr_mod isofs overlay)
	boot_limit=$limit # it takes minutes
	make_media=make_cdrom
}

# make_cdrom COMMAND...: with the kernel, its initrd, Debian's programs, our files at
# the same paths as here, and the files that COMMAND names
make_cdrom()
{
	local modules files=() file

	modules=$(echo "$kernel"/modules/*)
	mkdir -p "$tmp/isolinux" "$tmp/empty"
	# Bochs has no MSR for fast strings: Linux then clears ERMS, but not FSRM, which
	# depends on it.
	cat > "$tmp/isolinux/isolinux.cfg" <<-END
	DEFAULT linux
	PROMPT 0
	LABEL linux
	KERNEL /isolinux/image
	INITRD /isolinux/initrd
	APPEND console=ttyS0,115200 nokaslr nomodeset no_timer_check tsc=reliable clearcpuid=fsrm mitigations=off log_buf_len=4M oops=panic panic=-1 vm_root=iso9660 vm_tty=ttyS1 vm_job=$tmp/job $arguments
	END
	cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$tmp/isolinux"
	cp "$kernel/image" "$tmp/isolinux/image"
	mv "$tmp/initrd" "$tmp/isolinux"
	for file in "$top/tools" "$top/kunit" "$top"/x86/test "$build" "$top/build/mbsum" "$tmp/job" "$@"; do
		[ ! -e "$file" ] || files+=("$(realpath "$file")=$(realpath "$file")")
	done
	for file in "$modules"/modules.* "$modules"/kernel/{arch,crypto,lib}; do
		files+=("$(realpath "$file")=$file")
	done
	xorriso -as mkisofs -quiet -R -o "$tmp/cdrom" -b isolinux/isolinux.bin -c isolinux/boot.cat \
		-no-emul-boot -boot-load-size 4 -boot-info-table -graft-points \
		"/=$tree" "/isolinux=$tmp/isolinux" "$PWD=$tmp/empty" "${files[@]}" 2> "$tmp/xorriso.log" ||
		{ cat "$tmp/xorriso.log" >&2; return 1; }
}
