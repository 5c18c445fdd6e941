#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/vm/run reports what happened to a job and to its kernel, by its exit status and
# in the last line that it writes.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

# ends STATUS LAST_LINE COMMAND...: run it in a kernel
ends()
{
	local output status=0

	output=$(timeout 150 tools/vm/run -k uml-oldest "${@:3}" 2>&1) || status=$?
	# shellcheck disable=SC2053 # a pattern
	if [ $status != "$1" ] || [[ $(tail -n 1 <<< "$output") != $2 ]]; then
		echo "$output"
		echo "exit status $status"
		return 1
	fi
}

# kill_kernel FOLDER: the one that has its files there, once its job runs
kill_kernel()
{
	local i

	for ((i = 0; i < 300; i++)); do
		grep -qs 'vm: the job begins' "$1"/*/log && break
		sleep 0.1
	done
	kill -KILL "$(cat "$1"/*/group)"
}

# ends_killed STATUS LAST_LINE COMMAND...: the same, but the kernel is killed, as one that
# hangs is in the end. Nothing of it stays, and nobody waits for it.
ends_killed()
{
	local tmp status=0 began=$SECONDS

	tmp=$(mktemp -d)
	kill_kernel "$tmp" &
	TMPDIR=$tmp ends "$@" || status=1
	rmdir "$tmp" || status=1
	[ $((SECONDS - began)) -lt 60 ] || { echo "took $((SECONDS - began)) s"; status=1; }
	return $status
}

# One that hangs in QEMU: the log has what its CPUs do, before the last line.
shows_cpus()
{
	local output

	output=$(tools/vm/run -k debian-oldest -t 25 sleep 60 2>&1) || true
	[ "$(grep -c '^RIP=ffffffff' <<< "$output")" -ge 3 ] || { echo "$output"; return 1; }
}

try "the job's success" ends 0 fine echo fine
try "the job's failure" ends 7 '*' bash -c 'exit 7'
try "a disk with metadata, which only QEMU has" ends 1 'run: -d is for QEMU only' -d 8 true
try "a kernel that dies as it boots" \
	ends 125 'vm: uml-oldest did not boot, tried 5 times: *' -a rdinit=/none true
try "a kernel that hangs as it boots" \
	ends 125 'vm: uml-oldest did not boot, tried 5 times: *' \
	-b 2 -a 'rdinit=/bin/busybox -- tail -f /modules/order' true
try "a kernel that dies while the job runs" \
	ends 125 'vm: uml-oldest died while the job ran' \
	python3 -c 'import ctypes; ctypes.CDLL(None).reboot(0x4321fedc)'
try "for a user, whose PATH has no /usr/sbin" \
	env PATH=/usr/local/bin:/usr/bin:/bin tools/vm/run -k debian-oldest -q true
try "a job that does not end" ends 124 'vm: uml-oldest did not end within 5 s' -t 5 sleep 60
try "a kernel that hangs while the job runs" \
	ends_killed 124 'vm: uml-oldest did not end within 100 s' -t 100 sleep 100
try "what the CPUs do that hang in QEMU" shows_cpus
done_testing
