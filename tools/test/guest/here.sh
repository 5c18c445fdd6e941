#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# make bench-here in a running system: it names what is missing, does nothing unless the
# answer is yes, and unloads what it has loaded, whatever happens. The figures are not
# checked. Everything was built before: that takes minutes in an emulator.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

here=tools/measure/here/run
headers=/lib/modules/$(uname -r)/build
results=/dev/shm/results

registered() { grep ^driver /proc/crypto | sort; cut -d ' ' -f 1 /proc/modules | sort; }
as_before() { diff "$before" <(registered); }

# says WORDS STATUS COMMAND...: it exits with STATUS, and its output has WORDS
says()
{
	local output status=0

	output=$("${@:3}" 2>&1) || status=$?
	if [ "$status" != "$2" ] || [[ $output != *"$1"* ]]; then
		echo "$output"
		echo "status $status"
		return 1
	fi
}

# refuses WORDS STATUS COMMAND...: it says so and does nothing
refuses() { says "$@" && as_before && [ ! -e build/bench/here/mbhash.ko ] && [ ! -e $results ]; }


answer_no() { echo no | $here --output $results; }
answer_yes() { echo yes | $here --quick --output $results; }
as_nobody() { setpriv --reuid=65534 --clear-groups "$@"; }

measures() { answer_yes > page || { cat page; return 1; }; }

# There is a row for each point that this kernel has
has_rows()
{
	local rows points
	local only=True

	modprobe -q af_alg || true
	[ ! -e $af_alg_restrict ] || only='not point.processes'
	rmmod af_alg 2> /dev/null || true
	rows=$(grep -cE '^\| [^|]+ \| (hmac\()?(md5|sha256)\)? \|' $results/bench-here.md)
	points=$(cd tools/measure/here && PYTHONPATH=../kernel python3 -B -c '
import patterns; print(sum(1 for point in patterns.points() if '"$only"'))')
	is "$rows" "$points"
}

recommends()
{
	sed '1,/^## Recommendation/d' $results/bench-here.md > advice
	local who

	for who in 'IPsec (ESP, AH)' 'dm-crypt with integrity' 'Programs, through AF_ALG'; do
		grep -qF -- "- **$who**: " advice || { cat advice; return 1; }
	done
	grep -qE '^(Worth|Not worth) loading' advice || { cat advice; return 1; }
}

# An association, so that the machine has something that could use it
associate()
{
	modprobe -a xfrm_user ah4 && ip xfrm state add src 10.0.0.1 dst 10.0.0.2 proto ah spi 1 \
		auth 'hmac(sha256)' "$(printf '0x%064d' 256)"
}
names_what_is_there()
{
	grep -F -- '- **IPsec (ESP, AH)**: ' advice |
		grep -qF 'This machine has 1 association with hmac(sha256).'
}

# While it measures
interrupted()
{
	local pid i status=0

	set -m
	$here --yes --output $results > log 2>&1 &
	pid=$!
	for ((i = 0; i < 3000; i++)); do
		grep -q Measuring log && break
		sleep 0.1
	done
	sleep 1
	kill -INT -- "-$pid"
	wait $pid || status=$?
	set +m
	if [ $status != 130 ] || ! as_before; then
		cat log
		return 1
	fi
}

# The second module is refused.
fails()
{
	mkdir bin
	PATH=$PWD/bin:$PATH
	cat > bin/insmod <<-'END'
	#!/bin/sh
	case $1 in
	*bench*) exit 1 ;;
	*)	exec /sbin/insmod "$@" ;;
	esac
	END
	chmod +x bin/insmod
	says 'returned non-zero exit status' 1 $here --yes --output $results && as_before
}

associate
before=/dev/shm/before
registered > $before
mkdir /dev/shm/built
mv build/bench/here/*.ko /dev/shm/built

try "it says that headers are missing" refuses "linux-headers-$(uname -r)" 1 $here
ln -sfn "$MBHASH_HEADERS" "$headers"
try "it says that it needs root" refuses "not root" 1 as_nobody $here
insmod "$MBHASH_KO" priority=1 hmac_priority=1
try "it says that the module is loaded" says "mbhash is loaded already" 1 $here
rmmod mbhash
try "answered by no it does nothing" refuses "nothing was done." 1 answer_no
try "with nobody to ask it does nothing, and says how" refuses "YES=1" 2 make bench-here
# From here on nothing is compiled.
cat > tools/measure/kernel/build <<'END'
#!/bin/sh
cp /dev/shm/built/*.ko build/bench/here
realpath build/bench/here
END
try "answered by yes it measures" measures
try "the page is what was printed" grep -qF "# What mbhash does here" page
try "each pattern has its figures" has_rows
try "it recommends for each who could use it" recommends
try "it names what this machine has" names_what_is_there
sed "s,^,# ," page
try "drivers and modules are as before" as_before
try "... and after ^C" interrupted
try "... and after a failure" fails
try "the kernel can be locked down" locked_down
try "it says that this kernel takes signed modules only" says "locked down" 1 $here --yes
done_testing
