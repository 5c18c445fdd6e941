#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Compare mbsum with coreutils. Needs neither the module nor root. Speaks TAP.
#
#   test.sh [ALGORITHM[=[DRIVER]]]...
#
# By default md5 and sha256, by libmbhash. With = they are hashed by the kernel, where that
# offers its hashes to programs (AF_ALG): with that driver, or the one that it prefers.
# MBSUM names the binary to test.
set -euo pipefail

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=SCRIPTDIR/../test/tap.sh
. "$top/tools/test/tap.sh"
mbsum=$(realpath "${MBSUM:-$top/build/mbsum/mbsum}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# run STATUS ARGS...: whether mbsum exits with STATUS; writes ./out and ./err
run() {
	local expected=$1 status=0

	shift
	"$mbsum" "${select[@]}" "$@" >out 2>err || status=$?
	[ "$status" = "$expected" ] && return
	echo "exit status $status instead of $expected: mbsum $*"
	cat err
	return 1
}

same() {	# same FILE FILE
	cmp -s "$1" "$2" && return
	diff -a "$1" "$2" | head -n 5
	return 1
}

coreutils() {	# coreutils ARGS...: what coreutils writes, to ./want
	"${alg}sum" "$@" >want 2>/dev/null || true
}

# --- the files: sizes around a block, a page, a short file, and the 16 pages of a request

mkdir -p files/sizes files/odd files/tree/a files/tree/a.b
for size in 0 1 55 56 57 63 64 65 119 120 127 128 129 \
	    4095 4096 4097 16383 16384 16385 32767 32768 32769 \
	    65535 65536 65537 131071 131072 131073 \
	    262143 262144 262145 1048577; do
	head -c "$size" /dev/urandom >"files/sizes/$size"
done
for name in 'a b' ' lead' 'trail ' '*star' '-dash' 'back\slash' \
	    $'new\nline' $'carriage\rreturn' $'all\\\n\r' $'tab\t' \
	    $'latin\xe9' 'ünïcode' '\n' '#hash' "quote'\"" '%s%n'; do
	echo "$name" >"files/odd/$name"
done
for name in a-c a/z a.b/c b; do
	echo "$name" >"files/tree/$name"
done
ln -s ../b files/tree/a/link
mkfifo files/tree/fifo

# --- the tests

sums_of() {	# sums_of ARGS...: like coreutils, byte for byte
	coreutils "$@"
	run 0 "$@" && same out want
}

sizes() { sums_of files/sizes/*; }
odd_names() { sums_of files/odd/*; }
dash_name() { cp files/odd/-dash . && sums_of -- -dash files/tree/b; }
order_of_arguments() { sums_of files/sizes/65537 files/sizes/1 files/tree/b files/sizes/1; }

one_job() { coreutils files/*/[0-9]*; run 0 -j 1 files/*/[0-9]* && same out want; }
many_jobs() { coreutils files/*/[0-9]*; run 0 -j 500 files/*/[0-9]* && same out want; }

# most_open ARGS...: how many of big1 to big3 mbsum has open at once, at most
most_open() {
	local pid most=0 n

	"$mbsum" "${select[@]}" "$@" >out 2>err & pid=$!
	while kill -0 $pid 2>/dev/null; do
		n=$(find /proc/$pid/fd -lname '*/big?' 2>/dev/null | wc -l) || true
		[ "$n" -le "$most" ] || most=$n
	done
	wait $pid || true
	echo "$most"
}

# As many as are asked for, also if threads cannot have the same number, or if other files are
# not there
jobs_in_flight() {
	local most

	truncate -s 300M big{1..3}
	printf '%032d  %s\n' 0 big1 0 missing 0 big2 0 missing 0 big3 >list
	most=$(most_open -j 3 big{1..3}; most_open -j 3 -c --ignore-missing list)
	rm big{1..3}
	[ "$most" = $'3\n3' ] || { echo "so many files were open at once: $most"; return 1; }
}

few_descriptors() {	# fewer jobs, one message about it, and the same digests
	coreutils files/*/[0-9]*
	(ulimit -n 24 && run 0 -j 500 files/*/[0-9]*) && same out want &&
		is_one_line err 'mbsum: jobs: [0-9]+ rather than 500: no more files may be open at a time' &&
		(ulimit -n 24 && run 0 files/*/[0-9]*) && same out want && [ ! -s err ]
}

is_one_line() {	# is_one_line FILE PATTERN
	[ "$(wc -l <"$1")" = 1 ] && grep -qxE "$2" "$1" && return
	cat "$1"
	return 1
}

many_files() {	# more than fit into the ring
	mkdir many
	(cd many && seq 5000 | split -a 3 -l 1)
	coreutils many/*
	run 0 -j 200 -r many && same out want && run 0 -r many && same out want
}

# Short files, which are hashed many at a time, and among them files that cannot be:
# longer ones, a missing one, a directory, a named pipe, and one with short reads.
batches() {
	local i files=(mixed/{100..219} /proc/kallsyms mixed/{220..299})

	mkdir mixed mixed/160
	mkfifo mixed/170
	for i in {100..299}; do
		case $i in
		150 | 160 | 170)
			;;
		*)	head -c $((i * i % 97 * 180)) /dev/urandom >"mixed/$i" ;;
		esac
	done
	timeout 10 bash -c 'sleep 1; echo in a pipe >mixed/170' &
	coreutils "${files[@]}"
	wait
	timeout 10 bash -c 'sleep 1; echo in a pipe >mixed/170' &
	run 1 "${files[@]}" && wait && same out want && same err - <<-'END'
	mbsum: mixed/150: No such file or directory
	mbsum: mixed/160: Is a directory
	END
}

walk() {
	find files -type f -print0 | LC_ALL=C sort -z | xargs -0 "${alg}sum" >want
	run 0 -r files && same out want
}

standard_input() {
	"${alg}sum" <files/sizes/1048577 >want
	run 0 <files/sizes/1048577 && same out want &&
		run 0 - <files/sizes/1048577 && same out want
}

pipe() {	# short reads
	{ cat files/sizes/*; sleep 0.1; cat files/sizes/*; } | "${alg}sum" >want
	{ cat files/sizes/*; sleep 0.1; cat files/sizes/*; } | run 0 && same out want
}

standard_input_twice() {	# the first reads to the end
	printf '%s  -\n' "$(printf ab | "${alg}sum" | cut -d' ' -f1)" \
		"$("${alg}sum" </dev/null | cut -d' ' -f1)" >want
	{ sleep 0.1; printf a; sleep 0.1; printf b; } | run 0 - - && same out want
}

several_names() {	# of one pipe: they are read one after the other
	sed '2s,-$,/proc/self/fd/0,' want >want2
	{ sleep 0.1; printf a; sleep 0.1; printf b; } | run 0 - /proc/self/fd/0 && same out want2
}

closed_files() {	# no file takes their place, nor are they empty
	coreutils files/tree/b files/sizes/*
	"$mbsum" "${select[@]}" files/tree/b files/sizes/* <&- >out 2>&- && same out want &&
		run 1 /dev/stdin <&- && [ ! -s out ] && [ -s err ]
}

inherited_files() {	# they count, too
	coreutils files/sizes/*
	(
		ulimit -n 32
		run 0 -j 30 files/sizes/* 10</dev/null 11</dev/null 12</dev/null 13</dev/null \
			14</dev/null 15</dev/null 16</dev/null 17</dev/null
	) && same out want
}

inherited_files_without_proc() {	# where nothing lists them
	local real=$mbsum mbsum=$work/without_proc

	cat >without_proc <<-END
	#!/bin/bash
	exec unshare --mount --map-root-user bash -c 'mount -t tmpfs none /proc && exec "\$@"' \
		bash "$real" "\$@"
	END
	chmod +x without_proc
	inherited_files && is_one_line err 'mbsum: jobs: 1[0-9] rather than 30: .*'
}

# on_terminal TERM: what it gets, while the file takes longer than until the bar is drawn
on_terminal() {
	TERM=$1 script -qec "(sleep 0.5; cat files/tree/b) | '$mbsum' ${select[*]}" /dev/null \
		</dev/null | tr -d '\r'
}

dumb_terminal() {
	"${alg}sum" <files/tree/b >want
	on_terminal dumb >out && same out want &&
		on_terminal xterm >out && grep -q $'\e' out
}

missing_file() {
	coreutils files/tree/b missing files/tree/a/z
	run 1 files/tree/b missing files/tree/a/z && same out want &&
		echo "mbsum: missing: No such file or directory" | same err -
}

failing_read() {	# the first page of a process is not mapped
	coreutils files/tree/b /proc/self/mem files/tree/b
	run 1 -j 1 files/tree/b /proc/self/mem files/tree/b && same out want &&
		echo "mbsum: /proc/self/mem: Input/output error" | same err -
}

directory() {
	coreutils files/tree files/tree/b
	run 1 files/tree files/tree/b && same out want &&
		echo "mbsum: files/tree: Is a directory" | same err -
}

full_disk() {
	local status=0

	"$mbsum" "${select[@]}" files/tree/b >/dev/full 2>err || status=$?
	[ $status = 1 ] && grep -q 'No space left on device' err || return
	status=0
	"$mbsum" --help >/dev/full 2>err || status=$?
	[ $status = 1 ] && grep -q 'No space left on device' err
}

check_good() {
	find files/sizes files/tree -type f -exec "${alg}sum" {} + >list
	coreutils --check list
	run 0 --check list && same out want
}

check_good_stdin() {
	run 0 --check <list && same out want && run 0 --check - <list && same out want
}

check_own_output() { run 0 -r files && mv out list && run 0 -c list; }

check_binary_mode() {
	"${alg}sum" --binary files/sizes/* >list
	coreutils --check list
	run 0 --check list && same out want
}

check_tagged() {
	{
		"${alg}sum" --tag files/sizes/*
		"${alg}sum" --tag files/sizes/63 | sed 's/63)/64)/'
		"${alg}sum" --tag files/sizes/65 | sed 's/ (/(/;s/ = /= /'
		"${alg}sum" --tag files/sizes/65 | sed 's/.$//'
	} >list
	coreutils --check list
	run 1 --check list && same out want
}

# Names as coreutils 9.4 to 9.10 report them: older ones do not mark a line for each of
# these characters, newer ones quote more names.
check_long_name() {	# not in quadratic time, which would be a minute
	{ printf '%s  ' "$("${alg}sum" </dev/null | cut -d' ' -f1)"
	  head -c 3000000 /dev/zero | tr '\0' x; echo; } >list
	(ulimit -t 20 && run 1 --check list) && [ -s err ]
}

check_odd_names() {
	local name shown

	for name in files/odd/*; do
		shown=${name//\\/\\\\}
		shown=${shown//$'\n'/\\n}
		shown=${shown//$'\r'/\\r}
		[ "$shown" = "$name" ] || shown="\\$shown"
		printf '%s: OK\n' "$shown"
	done >want
	for form in '' --tag; do
		# shellcheck disable=SC2086 # a word or none
		"${alg}sum" $form files/odd/* >list
		run 0 --check list && same out want || return
	done
}

# check_as_coreutils ARGS...: the same output, messages and exit status
check_as_coreutils() {
	local status=0

	"${alg}sum" --check "$@" >want 2>want_err || status=$?
	sed -i "s/^${alg}sum:/mbsum:/" want_err
	run $status --check "$@" && same out want && same err want_err
}

digest_of() { "${alg}sum" "$1" | cut -d' ' -f1; }

check_one_space() {	# or a TAB, in all lines or none
	printf right >plain
	printf right >' b'
	printf right >'*c'
	for name in plain ' b' '*c'; do
		printf '%s %s\n' "$(digest_of plain)" "$name"
	done >list
	tail -n +2 list >spaces
	sed 's/ /\t/' list >with_tabs
	"${alg}sum" plain | cat - list >two_formats
	check_as_coreutils --strict list && echo ' b: OK' | same <(sed -n 2p out) - &&
		check_as_coreutils --strict with_tabs && echo '*c: OK' | same <(sed -n 3p out) - &&
		check_as_coreutils --strict spaces && check_as_coreutils two_formats &&
		check_as_coreutils --warn list two_formats
}

check_formats() {	# lines that are none, with and without --strict and --warn
	{
		"${alg}sum" files/sizes/0
		echo junk
		printf '\0\n%s  \n' "$(digest_of files/sizes/0)"
		printf '\\%s  a\\b\n' "$(digest_of files/sizes/0)"
		printf '%s' "$(digest_of files/sizes/1)"
		printf '  files/sizes/1'
	} >list
	check_as_coreutils list && check_as_coreutils --warn list &&
		head -n 2 list >short &&
		check_as_coreutils short && check_as_coreutils --strict short &&
		check_as_coreutils --status --warn short &&
		check_as_coreutils --warn --status --strict short || return
	# coreutils 9.1 says so, too; 9.7 looks for " files/sizes/0".
	printf '%s\0  files/sizes/0\n' "$(digest_of files/sizes/0)" >list
	run 1 --check list && is_one_line err '.*: no properly formatted checksum lines found'
}

check_ignore_missing() {
	{
		"${alg}sum" files/sizes/64
		"${alg}sum" files/sizes/64 | sed 's/64$/missing/'
	} >list
	tail -n 1 list >absent
	check_as_coreutils list && check_as_coreutils --ignore-missing list &&
		check_as_coreutils --ignore-missing absent &&
		check_as_coreutils --ignore-missing --status absent
}

check_other_hash() {	# is not what the list is of, though its digests may be as long
	local digest

	sha512sum --tag files/sizes/64 >list
	check_as_coreutils list || return
	digest=$(digest_of files/sizes/64)
	b2sum --tag -l $((4 * ${#digest})) files/sizes/64 >list
	check_as_coreutils list
}

formats() {
	local form

	for form in -b -t --binary --text --tag '--tag -b' '-t --tag' -z '-z --tag' '-b --zero'; do
		# shellcheck disable=SC2086 # words
		sums_of $form files/sizes/* files/odd/* || { echo "$form"; return 1; }
	done
}

# Names of files that are not there, in messages
messages() {
	local locale

	for locale in C C.UTF-8; do
		LC_ALL=$locale "${alg}sum" "${no_files[@]}" 2>want_err >want || true
		sed -i "s/^${alg}sum:/mbsum:/" want_err
		LC_ALL=$locale run 1 "${no_files[@]}" && same err want_err || return
	done
}
no_files=('a b' "it's" "it's \$5" $'\n' $'\033[2J' $'x\nz\r\177y' '' 'a:b' '#a' 'a#' '~a'
	'{' '{a}' 'x=y' 'a?b' '[a]' 'a*' 'back\slash' $'latin\xe9' 'ünïcode' 'plain@+%,' '!x' 'a"b')

in_its_place() {	# called by the name of coreutils' program
	local status=0

	ln -s "$mbsum" "${alg}sum"
	"${alg}sum" files/sizes/* >want
	"./${alg}sum" files/sizes/* >out && same out want || return
	"${alg}sum" --tag --check 2>want_err || true
	"./${alg}sum" --tag --check 2>err || status=$?
	[ $status = 1 ] && same err want_err || return
	"${alg}sum" missing 2>want_err || true
	! "./${alg}sum" missing 2>err && same err want_err
}

# What people and scripts type, and the lists that they have: coreutils' program and mbsum
# in its place write the same, messages included and at the same place among the lines, and
# end with the same status.
# shellcheck disable=SC2016 # $sum and so on are for the shell that runs the line
command_lines=(
	'$sum --che list' '$sum --st -c list' '$sum --s -c list' '$sum --zer file'
	'$sum file -b' 'POSIXLY_CORRECT=1 $sum file -b' '$sum file -- -b' '$sum -- -c'
	'$sum -bt file' '$sum -tb file' '$sum --tag -z file' '$sum --tag=3 file'
	'$sum -Q' '$sum --help=3' '$sum --no-such'
	'$sum - file - <file' '$sum /dev/stdin <file' 'cat file | $sum /dev/fd/0'
	'$sum <(cat file) | cut -c-30'
	'$sum "" dir file/x loop missing file' '$sum $(printf %05000d 0)'
	'$sum file file missing file' '$without_rights $sum file secret file'
	'$sum -c list below list'
	'$without_rights $sum secret file' '$without_rights $sum -c secret.list'
	'$without_rights $sum -c secret'
	'$sum /proc/version /proc/sys/kernel/ostype /sys/kernel/mm/transparent_hugepage/enabled'
	'(echo a >fifo &); $sum fifo' '(cat list >fifo &); $sum -c fifo'
	'(sleep 0.1; cat list) | $sum -c'
	'$sum file >&-' '$sum file >&- 2>&-' '$sum -c list >&-' '$sum -c --status list >&-'
	'$sum -c --quiet list >/dev/full' '$sum -c --status list >/dev/full'
	'$sum $(yes file | head -n 5000) | :; echo ${PIPESTATUS[0]}'
	'$sum -c list list missing' '$sum -c - list <list' '$sum - <file | $sum -c'
	'$sum -c file' '$sum -c /dev/null'
	'(echo "$($sum <file | cut -d" " -f1)  /dev/stdin"; sleep 0.1; cat file) | $sum -c'
	'$sum - <file >dash; $sum -c dash <file' '$sum -c --status --strict file'
	'$sum -cw list file' '$sum -c --quiet -w list file'
	'$sum --strict -c list; $sum --strict -c list junk'
	'$sum -c --ignore-missing below' '$sum -c --ignore-missing --quiet wrong below'
	'$sum -c wrong list'
	'$sum file -z | $sum -c'
	'digest "%s  file"' 'digest "%s *file\r\n"' 'digest " \t%s  file\n"'
	'digest "\n\n#x\n #x\n\r\n%s  file\n\n"'
	'digest "\xef\xbb\xbf%s  file\n"' 'digest "%s0  file\n"' 'digest "0%s  file\n"'
	'digest "%s\n"' 'digest "%s \n"'
	'digest "%s**file\n"' 'digest "%s \tfile\n"' 'digest "%s  file\0x\n"'
	'digest "\\%s *file\n"'
	'digest "\\%s  file\\\n"' 'digest "$TAG (file) = %s"' 'digest "$TAG(file)=%s\n"'
	'digest "$TAG (file)\t=  %s\n"'
	'digest "$TAG  (file) = %s\n"' 'digest "$tag (file) = %s\n"'
	'digest "$TAG (file) = %s \n"' 'digest "$TAG (file) = %sx\n"'
	'digest "(file) = %s\n"' 'digest "\\$TAG (file) = %s\n"' 'digest "\\$TAG (f\\q) = %s\n"'
	'digest "x $TAG (file) = %s\n"'
	'digest "$TAG (file)) = %s\n"' 'digest "SHA512 (file) = %s\n"')

# digest FORMAT: check a list with one line, in capitals as well
digest() {
	local digest

	digest=$($sum <file | cut -d' ' -f1)
	# shellcheck disable=SC2059 # a format
	printf "$1" "$digest" | $sum -c -w --strict
	# shellcheck disable=SC2059
	printf "$1" "${digest^^}" | $sum -c
}
export -f digest

as_typed() {
	local line bad=0 where

	mkdir -p typed/dir typed/bin
	cd typed
	ln -sf "$mbsum" "bin/${alg}sum"
	ln -sf loop loop
	mkfifo fifo
	echo hi | tee file >secret
	"${alg}sum" file >list
	"${alg}sum" secret >secret.list
	sed 's/ file/ dir\/missing/' list | cat list - >below
	tr 0-9a-e 1-9a-f <list >wrong
	cat list file >junk
	chmod 0 secret
	export sum=${alg}sum tag=$alg TAG=${alg^^} without_rights=
	[ ! -r secret ] || without_rights="setpriv --bounding-set=-dac_override,-dac_read_search"
	for line in "${command_lines[@]}"; do
		for where in "$PATH" "$PWD/bin:$PATH"; do
			{ PATH=$where timeout 20 bash -c "$line" 2>err; echo "status $?"; } >out || true
			sed 's/^/message: /' err >>out
			echo together: >>out
			PATH=$where timeout 20 bash -c "$line" >>out 2>&1 || true
			[ "$where" != "$PATH" ] || mv out want
		done
		same out want || { echo "$line"; bad=1; }
	done
	cd ..
	rm -rf typed
	return $bad
}

whole_lines() {	# nobody who reads the pipe sees a part of one
	# shellcheck disable=SC2016,SC2046 # perl's variables; words
	"$mbsum" "${select[@]}" $(printf 'files/sizes/0 %.0s' {1..3000}) | perl -e '
		while (sysread(STDIN, $text, 1 << 20)) {
			exit 1 unless substr($text, -1) eq "\n";
		}'
}

# The driver that has its hash's name in /proc/crypto, unless one is given
driver_of() {
	awk -v hash="$1" '
		$1 == "name" { name = $3 }
		$1 == "driver" { driver = $3 }
		$1 == "type" && $3 == "shash" && name == hash { print driver; exit }' /proc/crypto
}

by_driver() {	# whose hash decides which tag is right
	local driver=${choice#*=} other=sha256 select=()

	[ -n "$driver" ] || driver=$(driver_of "$alg")
	[ "$alg" != sha256 ] || other=md5
	"${alg}sum" --tag files/sizes/64 >list
	run 0 --driver="$driver" --check list && echo 'files/sizes/64: OK' | same out - &&
		sed -i "s/^[A-Z0-9]*/${other^^}/" list &&
		run 1 --driver="$driver" --check list && [ ! -s out ] &&
		run 0 --driver="$driver" --tag files/sizes/64 && grep -q "^${alg^^} (" out &&
		run 2 -a "$other" --driver="$driver" files/sizes/64 && [ ! -s out ]
}

check_line_ends() {	# a CR within a name belongs to it
	printf right >part
	printf wrong >$'part\rend'
	printf '%s  part\rend\n' "$("${alg}sum" part | cut -d' ' -f1)" >list
	run 1 --check list && [[ $(<out) == *': FAILED' ]] || return
	"${alg}sum" part | sed 's/$/\r/' >list
	run 0 --check list && echo 'part: OK' | same out -
}

check_bad() {
	{
		echo "# a comment"
		"${alg}sum" files/sizes/64 | sed 's/^\(.*\)\(.\)  /\1x  /'
		"${alg}sum" files/sizes/63 | sed 's/63$/64/'
		"${alg}sum" files/sizes/65
		"${alg}sum" files/sizes/65 | sed 's/65$/missing/'
		printf ' %s  files/sizes/0\n' "$("${alg}sum" </dev/null | cut -d' ' -f1 | tr a-f A-F)"
		"${alg}sum" files/sizes/65 | cut -c2-
		printf '\\%s\n' "$("${alg}sum" files/sizes/65)\\x"
		echo
	} >list
	coreutils --check list
	"${alg}sum" --check list 2>&1 >/dev/null | sed 's/^[a-z0-9]*sum:/mbsum:/' >want_err || true
	run 1 --check list && same out want && same err want_err
}

check_quiet() {
	coreutils --check --quiet list
	run 1 --check --quiet list && same out want && same err want_err
}

check_status() {
	run 1 --check --status list && [ ! -s out ] &&
		echo "mbsum: files/sizes/missing: No such file or directory" | same err -
}

check_nothing() {
	echo "no digests" >nothing
	run 1 --check nothing &&
		echo "mbsum: nothing: no properly formatted checksum lines found" | same err - &&
		run 1 --check missing &&
		echo "mbsum: missing: No such file or directory" | same err -
}

bad_usage() {
	local form

	run 2 -j 0 && run 2 -j 1x && run 2 -j 1025 && run 2 --bogus && run 2 -r -c || return
	for form in --quiet --status --warn -w --strict --ignore-missing '--tag -t' '-c -z' \
		    '-c --tag' '-c -b' '-c -t' '-c -z --strict --tag'; do
		# shellcheck disable=SC2086 # words
		"${alg}sum" $form 2>want_err </dev/null || true
		sed -i "s/${alg}sum/mbsum/" want_err
		# shellcheck disable=SC2086 # words
		run 2 $form || return
		same err want_err || { echo "$form"; return 1; }
	done
}

no_such_hash() {
	local select=(-a no-such-hash)

	run 2 files/tree/b && [ ! -s out ] && grep -q no-such-hash err || return
	select=(--driver no-such-driver)
	run 2 files/tree/b && [ ! -s out ] && grep -q no-such-driver err
}

no_key() {	# nor an empty one
	local select=(-a "hmac($alg)")

	run 2 files/tree/b && [ ! -s out ] && [ -s err ]
}

says_by_what() {
	local what=libmbhash:

	[[ $choice != *=* ]] || what='AF_ALG:'
	run 0 -v files/tree/b && grep -q "^mbsum: $what " err && [ "$(wc -l <err)" = 1 ] &&
		run 0 files/tree/b && [ ! -s err ]
}

with_each_set() {
	local set

	coreutils files/*/[0-9]*
	for set in generic scalar sse2 ssse3 avx avx2 avx512 shani; do
		if ! MBHASH_ISA=$set run 0 files/*/[0-9]* || ! same out want; then
			echo $set
			return 1
		fi
	done
}

wrong_sets() {
	MBHASH_ISA=no-such run 2 files/tree/b && [ ! -s out ] &&
		grep -q '^mbhash: MBHASH_ISA=: unknown "no-such"; known: all generic ' err &&
		grep -q '^mbsum: libmbhash: Invalid argument$' err &&
		MBHASH_ISA='' run 0 files/tree/b && [ ! -s err ]
}

changing_files() {	# it ends, and does not crash
	local writer

	head -c 5000 /dev/zero >changing
	(while :; do
		head -c 3000000 /dev/zero >>changing
		sleep 0.01
		truncate -s 5000 changing
	done) &
	writer=$!
	for _ in 1 2 3 4 5; do
		timeout 20 "$mbsum" "${select[@]}" files/sizes/* changing files/sizes/* >out ||
			{ kill $writer; return 1; }
	done
	kill $writer
	coreutils files/sizes/*
	grep -v changing out | same - <(cat want want)
}

little_memory() {	# 8 MiB for each of its threads, and a few for all
	local most

	most=$(/usr/bin/env python3 - "$mbsum" "${select[@]}" files/*/[0-9]* files/*/[0-9]* <<-'END'
	import os, resource, subprocess, sys
	subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
	print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
	      - 8192 * len(os.sched_getaffinity(0)))
	END
	) || return
	[ "$most" -lt 8192 ] || { echo "$most KiB more"; return 1; }
}

no_thread() {	# for lack of room for its stack: the main thread hashes
	(
		ulimit -s 1000000
		ulimit -v 900000
		coreutils files/*/[0-9]* many/*
		run 0 files/*/[0-9]* many/* && same out want &&
			is_one_line err 'mbsum: one job more: .*' || exit
		printf ab | "${alg}sum" - files/tree/b - >want
		printf ab | run 0 - files/tree/b - && same out want
	)
}

in_parallel() {	# several programs at once
	local pids=() i bad=0

	coreutils files/sizes/*
	for i in 1 2 3 4; do
		"$mbsum" "${select[@]}" files/sizes/* >"out$i" 2>err &
		pids+=($!)
	done
	for i in 1 2 3 4; do
		wait "${pids[i - 1]}" && same "out$i" want || bad=1
	done
	return $bad
}

try_plain() {	# try_plain NAME COMMAND: what AddressSanitizer needs too much for
	if [[ $(ldd "$mbsum") == *libasan* ]]; then
		skip "$1" "not with AddressSanitizer"
	else
		try "$@"
	fi
}

[ $# -gt 0 ] || set -- md5 sha256
for choice; do
	alg=${choice%%=*}
	select=(-a "$alg")
	case $choice in
	*=)	select+=(--af-alg) ;;
	*=*)	select+=(--driver "${choice#*=}") ;;
	esac

	try "$alg: every size as coreutils" sizes
	try "$alg: odd names as coreutils" odd_names
	try "$alg: a name with a dash" dash_name
	try "$alg: every format of output as coreutils" formats
	try "$alg: odd names in messages as coreutils" messages
	try "$alg: in the place of coreutils' program" in_its_place
	try "$alg: lines reach a pipe whole" whole_lines
	try "$alg: says by what" says_by_what
	try "$alg: no hmac without a key" no_key
	if [[ $choice = *=* ]]; then
		try "$alg: a driver's hash decides the tag" by_driver
		try "$alg: a hash or driver that is not there" no_such_hash
	else
		[ "$alg" = md5 ] || try "$alg: what people type, as coreutils" as_typed
		try "$alg: with each instruction set" with_each_set
		try "$alg: wrong instruction sets" wrong_sets
		[ "$alg" = sha256 ] || try "$alg: as many jobs in flight as wanted" jobs_in_flight
		try "$alg: files that grow and shrink meanwhile" changing_files
		try_plain "$alg: little memory for each thread" little_memory
		if unshare --mount --map-root-user true 2>/dev/null; then
			try_plain "$alg: inherited files without /proc" inherited_files_without_proc
		else
			skip "$alg: inherited files without /proc" "it cannot be hidden"
		fi
	fi
	try "$alg: results in the order of the arguments" order_of_arguments
	try "$alg: one job" one_job
	try "$alg: more jobs than files" many_jobs
	try "$alg: fewer descriptors than jobs" few_descriptors
	try "$alg: more files than are remembered" many_files
	try "$alg: short files, and others among them" batches
	try_plain "$alg: without another thread" no_thread
	try "$alg: a walk, sorted by path" walk
	try "$alg: standard input" standard_input
	try "$alg: a pipe" pipe
	try "$alg: standard input twice" standard_input_twice
	try "$alg: a pipe by several names" several_names
	try "$alg: without standard files" closed_files
	try "$alg: inherited files" inherited_files
	if command -v script >/dev/null; then
		try "$alg: no bar on a dumb terminal" dumb_terminal
	else
		skip "$alg: no bar on a dumb terminal" "there is no script(1)"
	fi
	try "$alg: a missing file" missing_file
	try "$alg: a file whose read fails" failing_read
	try "$alg: a directory without -r" directory
	try "$alg: no room for the output" full_disk
	try "$alg: --check of right digests" check_good
	try "$alg: --check from standard input" check_good_stdin
	try "$alg: --check of own output" check_own_output
	try "$alg: --check of binary mode" check_binary_mode
	try "$alg: --check of tagged lines" check_tagged
	try "$alg: --check of odd names" check_odd_names
	try "$alg: --check of a long name" check_long_name
	try "$alg: --check with one space or TAB" check_one_space
	try "$alg: --check of lines in no format, --strict, --warn" check_formats
	try "$alg: --check --ignore-missing" check_ignore_missing
	try "$alg: --check of another hash's tag" check_other_hash
	try "$alg: --check of ends of lines" check_line_ends
	try "$alg: --check of wrong digests" check_bad
	try "$alg: --check --quiet" check_quiet
	try "$alg: --check --status" check_status
	try "$alg: --check of no digests" check_nothing
	try "$alg: wrong options" bad_usage
	try "$alg: several at once" in_parallel
	rm -rf many mixed "${alg}sum"
done
done_testing
