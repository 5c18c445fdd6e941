#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What docs/troubleshooting.md says: its commands show what it says that they show, and the
# messages that it quotes come for the causes that it names. refused.sh has AF_ALG's.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

here=$(realpath "$(dirname "$0")")
document=$(realpath "$here/../../..")/docs/troubleshooting.md

# under HEADING: do the command there
under()
{
	local command

	command=$(awk -v heading="## $1" '
		/^## / { found = index($0, heading) == 1 }
		/^```$/ { inside = 0 }
		found && inside { print }
		/^```sh$/ { inside = 1 }' "$document")
	[ -n "$command" ] || { echo "no command under $1"; return 1; }
	bash -e -o pipefail -c "$command"
}

quotes() { grep -qF -- "$1" "$document" || { echo "the document does not quote: $1"; return 1; }; }

# first_of NAME DRIVER: it gets the users of that algorithm
first_of() { is "$(under "It is not used" | awk -v name="$1" '$1 == name { print $3; exit }')" "$2"; }

not_ours() { [[ $(under "It is not used" | awk '$1 == "sha256" { print $3; exit }') != *-mb ]]; }

none_listed() { ! under "It is not used" | grep -e -mb; }

# lists REASON HASH: the second command has that reason's counter
lists() { under "It is not faster" | grep -E "^$2 flush $1 [0-9]+$"; }

# grows REASON COMMAND...: its counter of md5 or sha256 does
grows()
{
	local before

	quotes "\`$1\` " || quotes "\`$1\`," || return
	before=$(reason "$1")
	"${@:2}" && at_least "$(reason "$1")" $((before + 1))
}
reason() { under "It is not faster" | awk -v reason="$1" '$2 == "flush" && $3 == reason { n += $4 } END { print n + 0 }'; }

plan_has_generic_only() { under "It is not faster" | grep usable | awk '$1 != "generic" { exit 1 }'; }

# With a socket that has the driver
held()
{
	# shellcheck disable=SC2016 # Python
	PYTHONPATH=$here python3 -c '
import subprocess, sys, transform
held = transform.begin("sha256-mb-sync", b"")
sys.exit(subprocess.run(sys.argv[1:]).returncode)' "$@"
}

users() { under "It cannot be removed"; }
shows_user() { held "$BASH" "$here/troubles.sh" users | grep '^sha256-mb-sync 1$'; }
shows_no_user() { is "$(users)" ''; }

# What lsof shows
socket_says_alg()
{
	quotes "protocol: ALG" || return
	PYTHONPATH=$here python3 -c '
import os, transform
held = transform.begin("sha256-mb-sync", b"")
assert os.getxattr(f"/proc/self/fd/{held.fileno()}", "system.sockprotoname") == b"ALG\0"'
}

in_use()
{
	local output

	quotes "Module mbhash is in use" || return
	! output=$(held rmmod mbhash 2>&1) && grep -F "Module mbhash is in use" <<< "$output"
}

# refused MESSAGE LOG COMMAND...: it fails with this message, and the log has that
refused()
{
	local output

	quotes "$1" && quotes "$2" || return
	dmesg --clear
	if output=$("${@:3}" 2>&1) || [[ ${output,,} != *"${1,,}"* ]] || ! dmesg | grep -F "$2"; then
		echo "$output"
		dmesg
		return 1
	fi
}

# Another kernel's: what follows the version in the magic is checked in any case.
of_another_kernel() { sed 's/\(vermagic=[^ ]*\) SMP/\1 OLD/' "$MBHASH_KO" > other.ko && insmod ./other.ko; }

not_built()
{
	local output

	quotes "Module mbhash not found in directory" || return
	! output=$(modprobe -d "$PWD/empty" mbhash 2>&1) && grep -F "Module mbhash not found in directory" <<< "$output"
}

unknown_parameter()
{
	quotes "unknown parameter 'NAME' ignored" || return
	dmesg --clear
	load flush_us=100 && dmesg | grep -F "unknown parameter 'flush_us' ignored"
}

# Used by themselves, beside a program
if [ $# != 0 ]; then
	"$@"
	exit
fi

in_memory
make_files 40
mkdir -p "empty/lib/modules/$(uname -r)"
touch "empty/lib/modules/$(uname -r)"/modules.{dep,alias,symbols}{,.bin}
try "before it is loaded no driver of ours is listed" none_listed
try "not built for this kernel" not_built
try "built for another kernel" refused "Invalid module format" "version magic" of_another_kernel
load priority=1 hmac_priority=1
try "with the lowest priority another driver comes first" not_ours
try "it is unloaded" unload
try "a parameter that there is not" unknown_parameter
for name in md5 sha256; do
	try "$name: ours comes first" first_of $name $name-mb
	try "hmac($name): ours comes first" first_of "hmac($name)" "hmac-$name-mb"
done
for name in lone short cheap backoff atomic nosimd deadline; do
	try "the reason $name is listed" lists $name sha256
done
try "messages of less than a block" grows short known_answer sha256-mb-sync
echo Y > /sys/module/mbhash/parameters/force_scalar
try "force_scalar" grows nosimd hash_once sha256
echo N > /sys/module/mbhash/parameters/force_scalar
try "nobody uses it" shows_no_user
try "a program's driver is shown" shows_user
try "... and its socket says what it is" socket_says_alg
try "... and the module cannot be removed" in_use
try "it is unloaded" unload
load isa=generic
try "isa=generic: the plan has nothing else" plan_has_generic_only
try "it is unloaded" unload
if [ -w /sys/kernel/security/lockdown ]; then
	locked_down
	try "a locked-down kernel takes no unsigned module" \
		refused "Operation not permitted" "unsigned module loading is restricted" insmod "$MBHASH_KO"
else
	skip "a locked-down kernel takes no unsigned module" "this kernel cannot be locked down"
fi
done_testing
