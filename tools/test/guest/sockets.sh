#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A user with a thousand sockets, and another user: both get their own digests.
#
# The waiting time of the other user is shown beside that with the kernel's own driver,
# but not checked: with so many threads the scheduler lets it wait for seconds, and in an
# emulator a switch to another process takes as long as many requests.
#
# For a group of tasks with a CPU quota, it shows likewise how much is hashed for it, what
# the scheduler charges it, and how busy the CPUs are.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

program=$(realpath "$(dirname "$0")/../../../build/sockets")
sockets=1000
ms=1500

# turn DRIVER SIZE: run the program; sets $served for the other user, $hashed and $wrong
turn()
{
	local figures median most

	figures=$("$program" "$1" $sockets "$2" $ms)
	read -r served median most hashed wrong <<< "$figures"
	echo "# $2 bytes, $1: the other user $served, each in $median us and up to $most; the first $hashed"
}

group=/sys/fs/cgroup/hashing
quota_ms=20 period_ms=100

make_group()
{
	[ -e /sys/fs/cgroup/cgroup.procs ] || mount -t cgroup2 cgroup2 /sys/fs/cgroup || return
	echo +cpu > /sys/fs/cgroup/cgroup.subtree_control || return
	mkdir $group || return
	echo "${quota_ms}000 ${period_ms}000" > $group/cpu.max
}

# Run a command in the group, on one CPU.
run_in_group()
{
	(echo $BASHPID > $group/cgroup.procs && exec taskset -c 0 "$@")
}

charged_us() { awk '$1 == "usage_usec" { print $2 }' $group/cpu.stat; }

# busy: the time that all CPUs were busy, and the uptime, both in hundredths of a second
busy()
{
	local up idle

	read -r up idle < /proc/uptime
	up=${up/./} idle=${idle/./}
	echo $((up * $(nproc) - idle)) "$up"
}

# of_quota MICROSECONDS HUNDREDTHS: a CPU time as a percentage of the group's quota in an
# elapsed time
of_quota() { echo $(($1 * period_ms / quota_ms / ($2 * 100))); }

# quota DRIVER: show what is hashed for the group, its charge, and the load of the CPUs
quota()
{
	local figures served median most charged before after

	charged=$(charged_us)
	read -ra before < <(busy)
	figures=$(run_in_group "$program" "$1" 64 65536 6000)
	read -r served median most hashed wrong <<< "$figures"
	read -ra after < <(busy)
	charged=$(($(charged_us) - charged))
	after[1]=$((after[1] - before[1]))
	echo "# $quota_ms of $period_ms ms, $1: $((hashed + served)) messages;" \
		"of its quota the group is charged $(of_quota $charged "${after[1]}") %," \
		"and CPUs are busy for $(of_quota $(((after[0] - before[0]) * 10000)) "${after[1]}") %"
}

load priority=1 # "sha256" is the kernel's own
modprobe -aq sha256_ssse3 || true # or what the kernel has built in
for size in 512 65536; do
	turn sha256 $size
	turn sha256-mb $size
	try "$size bytes: the other user gets its digests" at_least "$served" 1
	try "$size bytes: so does the first user" at_least "$hashed" $sockets
	try "$size bytes: every digest is right" is "$wrong" 0
done
try "a group of tasks with a quota" make_group
for driver in sha256 sha256-mb; do
	quota $driver
	try "$driver, with a quota: every digest is right" is "$wrong" 0
done
done_testing
