# SPDX-License-Identifier: GPL-2.0
#
# Count the results in a TAP stream. If they are nested as in KUnit, count only those
# without nested results. Prints, one per line:
#	counts PASSED FAILED SKIPPED
#	failed NAME
#	skipped NAME # SKIP WHY
#	broken WHY		the stream is incomplete

function broken(why)
{
	print "broken " why
}

# All results below a depth have arrived: were there as many as planned?
function close_below(depth,    d, had)
{
	for (d in count)
		if (d + 0 > depth) {
			if (d in plan && plan[d] != count[d])
				broken("planned " plan[d] ", got " count[d] " before: " $0)
			had += count[d]
		}
	for (d in plan)
		if (d + 0 > depth) {
			if (plan[d] && !(d in count))
				broken("planned " plan[d] ", got none before: " $0)
			delete plan[d]
		}
	for (d in count)
		if (d + 0 > depth)
			delete count[d]
	return had
}

{
	gsub(/\r/, "")
	match($0, /^ */)
	depth = RLENGTH
}

/^ *1\.\.[0-9]+/ {
	close_below(depth)
	plan[depth] = substr($1, 4) + 0
	skip_all = $0 ~ /# SKIP/
}

/^ *(not )?ok( |$)/ {
	not_ok = $1 == "not"
	name = $0
	sub(/^ *(not )?ok *[0-9]* *(- )?/, "", name)
	below = close_below(depth)
	count[depth]++
	if (below && not_ok && failed > failed_at[depth])
		; # Its nested failures are counted.
	else if (not_ok) {
		failed++
		print "failed " name
	} else if (!below) {
		if (name ~ /# SKIP/) {
			skipped++
			print "skipped " name
		} else
			passed++
	}
	failed_at[depth] = failed
}

END {
	$0 = "the end"
	if (close_below(0))
		broken("ends within a test")
	if (!(0 in plan))
		broken("no plan")
	else if (plan[0] != count[0])
		broken("planned " plan[0] ", got " count[0] + 0)
	else if (!plan[0] && !skip_all)
		broken("no tests")
	print "counts", passed + 0, failed + 0, skipped + 0
}
