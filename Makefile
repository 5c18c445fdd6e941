# SPDX-License-Identifier: GPL-2.0
#
# For people: the kernel's build system reads Kbuild instead.

# The kernel to build for. ARCH= and CROSS_COMPILE= reach its build system as well.
KDIR ?= /lib/modules/$(shell uname -r)/build

# Debian's PATH for users has neither modprobe nor depmod.
export PATH := $(PATH):/usr/sbin:/sbin

# What to build; the tests build other folders.
M := $(CURDIR)

# Kbuild takes no spaces, colons and the like in a path. The packages are built elsewhere.
odd := $(shell pwd -P | LC_ALL=C tr -d '\nA-Za-z0-9/._+@~^!{}[]\200-\377-')
ifneq ($(and $(odd),$(filter-out dist deb clean help,$(or $(MAKECMDGOALS),all))),)
$(error The kernel's build system cannot use the path "$(CURDIR)", because of "$(odd)": move the sources, or use "make deb")
endif

# A kernel that was built by clang needs modules built by clang: by the same version if it
# is there under a name of its own, as on Debian.
config = $(shell cat $(KDIR)/.config $(KDIR)/include/config/auto.conf 2> /dev/null | \
	sed -n '/^CONFIG_$(1)=/{s/.*=//;p;q}')
clang-suffix = $(shell v=$(call config,CLANG_VERSION); v=-$$((v / 10000)); \
	command -v clang$$v > /dev/null && command -v ld.lld$$v > /dev/null && echo $$v)
LLVM ?= $(if $(call config,CC_IS_CLANG),$(or $(clang-suffix),1))

# A + where it is used tells make of the $(MAKE), so that it shares -j.
kbuild = $(MAKE) -C $(KDIR) M=$(M) $(addprefix LLVM=,$(LLVM))

release = $(shell sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' $(KDIR)/include/generated/utsrelease.h)

# Those that tests can emulate
emulated := $(shell sed -n 's/^name = //p' */test/machine 2> /dev/null)
checks := $(addprefix check-,$(emulated))

.PHONY: all modules install clean dist deb demo test check check-full $(checks) check-all \
	bench bench-here bench-consumers lanebench performance flushsim torture \
	help

all: modules

modules: | $(KDIR)
	+$(kbuild) modules

install: modules
	+$(kbuild) modules_install
	depmod $(addprefix -b ,$(INSTALL_MOD_PATH)) $(release)

clean:
	$(if $(odd),,$(if $(wildcard $(KDIR)),$(kbuild) clean))
	$(RM) -r build

dist:
	packaging/dist

deb:
	tools/setup deb
	packaging/build

demo:
	tools/setup demo
	tools/demo/demo.sh

test:
	tools/test/needed
	tools/test/run test

check:
	tools/setup check
	tools/test/run

check-full:
	tools/setup check check-full bench bench-consumers lanebench performance flushsim $(checks)
	tools/test/run x86 $(emulated)

$(checks):
	tools/setup check $@
	tools/test/run $(@:check-%=%)

check-all:
	tools/setup check check-full bench bench-consumers lanebench performance flushsim $(checks) check-bochs check-clang
	tools/test/run quick x86 $(emulated) all

# Do not overwrite thorough figures
quick = --quick --output build/quick

bench:
	tools/setup bench
	tools/measure/kernel/run $(if $(QUICK),$(quick))
	tools/measure/mbsum/native $(if $(QUICK),--quick)

bench-here:
	tools/measure/here/run $(if $(YES),--yes)

bench-consumers:
	tools/setup bench-consumers
	tools/measure/consumers/run

lanebench:
	tools/setup lanebench
	tools/measure/engine/run $(if $(BUSY),--busy) $(if $(QUICK),--quick)

performance:
	tools/setup bench lanebench performance
	tools/measure/performance/run

flushsim:
	tools/setup flushsim
	tools/flushsim/run

torture:
	tools/setup check
	tools/torture/run -k $(or $(KERNEL),uml-oldest-debug) -m $(or $(MINUTES),1) $(addprefix -s ,$(SEED))

$(KDIR):
	$(error No kernel headers in $@: install linux-headers-$(shell uname -r), or say KDIR=)

help:
	@echo 'make                 build mbhash.ko for the running kernel; KDIR=, ARCH=, CROSS_COMPILE=, NABHASH=1'
	@echo 'make install         install it for that kernel; INSTALL_MOD_PATH='
	@echo 'make clean           remove everything that was built'
	@echo 'make dist            archive the sources as build/mbhash-VERSION.tar.gz'
	@echo 'make bench-here      measure, as root in the running kernel, whether it is worth using here; YES=1'
	@echo 'make deb             build Debian packages in build/deb: the module for DKMS, the tools, the library'
	@echo 'make demo            hash some thousands of files, here by the library and in QEMU by the module'
	@echo 'make test            run the tests that need a compiler and OpenSSL only, in a minute or two'
	@echo 'make check           run the tests that a change has to pass at once, in minutes'
	@echo 'make check-full      run the other tests that a commit has to pass'
	@$(foreach name,$(emulated),printf 'make %-15s run those of them that emulate %s\n' \
		check-$(name) $(name);)
	@echo 'make check-all       run all of these, and those that take hours'
	@echo 'make bench           measure the module beside the drivers of the kernel, and mbsum; QUICK=1'
	@echo 'make bench-consumers measure IPsec, disks and AF_ALG with the module and without'
	@echo 'make lanebench       measure the engine beside similar libraries; QUICK=1, BUSY=1'
	@echo 'make performance     measure what docs/performance.md shows, and write that page'
	@echo 'make flushsim        simulate when batches run, with this policy and with others, in minutes'
	@echo 'make torture         use the module in all ways at once; MINUTES=, KERNEL=, SEED='
	@echo 'The targets from "make deb" on install the Debian packages that they need, but "make test" does not.'
