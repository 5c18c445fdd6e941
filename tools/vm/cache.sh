# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: the cache outside of the checkout, and Debian packages in it. Knows
# nothing about kernels.
#
# A SUITE is a release of Debian, for this machine's architecture (bookworm) or
# for another one (bookworm:arm64). For the latter PACKAGE includes the architecture
# (libssl-dev:arm64) if its name alone could mean another package in the cache.

# shellcheck source=SCRIPTDIR/../progress.sh
. "${BASH_SOURCE%/*}/../progress.sh"

# A failure in $(...) has to fail the caller, so that nothing incomplete is cached.
shopt -s inherit_errexit

# Debian's PATH for users has neither modprobe nor depmod.
export PATH=$PATH:/usr/sbin:/sbin

cache=${XDG_CACHE_HOME:-~/.cache}/mbhash

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# cached NAME COMMAND...: print the folder NAME in the cache. If there is none,
# COMMAND, started in an empty folder, fills it. An interrupted COMMAND leaves
# nothing behind, and a second caller waits for the first. In a condition bash would
# ignore that a command of COMMAND's has failed, and keep what there is.
cached()
{
	local name=$1 dir=$cache/$1

	shift
	if [ ! -d "$dir" ]; then
		# shellcheck disable=SC2155 # the status is what is to be ignored
		local goes_on=$(false; echo y)
		[ -z "$goes_on" ] || die "$name cannot be made in a condition, or without set -e"
		mkdir -p "$cache"
		(
			flock 9
			[ ! -d "$dir" ] || exit 0
			rm -rf "$dir.tmp"
			mkdir "$dir.tmp"
			cd "$dir.tmp" || exit
			# All versions take about the same time.
			begin_long "${name%%-[0-9]*}" 9>&-
			trap give_up EXIT
			"$@" >&2
			trap - EXIT
			end_long
			mv "$dir.tmp" "$dir"
		) 9> "$dir.lock"
	fi
	echo "$dir"
}

# An incomplete folder is of no use.
give_up()
{
	local name=${PWD##*/}

	stop_watching
	echo "${name%.tmp} could not be made; what there is of it is in $PWD." \
		"The same command begins it again." >&2
}

# apt_in DIR SUITE PROGRAM ARGS...: run an apt program with the sources and package
# lists in DIR, without touching the machine's own state
apt_in()
{
	local dir=$1 suite=$2 program=$3 foreign=()

	shift 3
	[[ $suite != *:* ]] || foreign=(-o "APT::Architecture=${suite#*:}")
	"$program" -qq "${foreign[@]}" -o Dir::Etc::SourceList="$dir/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::Lists="$dir/lists" -o Dir::Cache="$dir" \
		-o Dir::Cache::pkgcache=pkgcache.bin \
		-o Acquire::Languages=none -o APT::Sandbox::User=root "$@"
}

# make_lists SUITE: get the package lists of a Debian release and its updates, from
# the servers in the machine's own sources
make_lists()
{
	local suite=${1%:*} codename uri release component

	# shellcheck source=/dev/null
	codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
	# shellcheck disable=SC2016 # not variables of the shell
	apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
		'Created-By: Packages' | sort -u |
	while read -r uri release component; do
		case $component:$release in
		main:"$codename" | main:"$codename"-updates | main:"$codename"-security)
			# Backports and sid have no updates of their own.
			[[ $suite =~ ^sid$|-backports$ && $release != "$codename" ]] ||
				echo "deb $uri ${release/#$codename/$suite} main" ;;
		esac
	done > sources.list
	[ -s sources.list ] || die "no Debian archive in the machine's apt sources"
	mkdir -p lists/partial archives/partial
	echo "Reading the package lists of $1"
	# For some architectures mirrors lack lists of updates.
	apt_in "$PWD" "$1" apt-get update || compgen -G "lists/*_dists_${suite}_main_*" > /dev/null
}

# refresh_lists SUITE: after an hour the archive may no longer have the packages listed
refresh_lists()
{
	local dir=$cache/apt-${1/:/-}

	(
		flock 9
		[ -n "$(find "$dir/sources.list" -mmin +60)" ] || exit 0
		apt_in "$dir" "$1" apt-get update || true # what is missing is missed later
		touch "$dir/sources.list"
	) 9> "$dir.lock"
}

# apt SUITE PROGRAM ARGS...: run an apt program for that release
apt()
{
	local dir

	dir=$(cached "apt-${1/:/-}" make_lists "$1")
	apt_in "$dir" "$@"
}

# package_field SUITE PACKAGE FIELD: print it for the newest version there
package_field()
{
	apt "$1" apt-cache show --no-all-versions "$2" | sed -n "s/^$3: //p"
}

# package_version SUITE PACKAGE: print the version to use, without its epoch. Does not
# use the network while the cache has PACKAGE-VERSION.
package_version()
{
	local version

	version=$(package_field "$1" "$2" Version)
	if [ ! -d "$cache/$2-${version#*:}" ]; then
		refresh_lists "$1"
		version=$(package_field "$1" "$2" Version)
	fi
	[ -n "$version" ] || die "$1 has no package $2"
	echo "${version#*:}"
}

# newest_package SUITE PATTERN: print the newest package whose name matches, where *
# is a version. Uses old lists if the cache has the package.
newest_package()
{
	local name

	name=$(match_packages "$@" | tail -n 1)
	if [ -z "$name" ] || ! compgen -G "$cache/$name-*/" > /dev/null; then
		refresh_lists "$1"
		name=$(match_packages "$@" | tail -n 1)
	fi
	[ -n "$name" ] || die "$1 has no package $2"
	echo "$name"
}

match_packages()
{
	local regex=${2//./\\.}

	regex=${regex//\*/[0-9.-]+(\\+[a-z0-9]+)?}
	apt "$1" apt-cache pkgnames "${2%%\**}" |
		sed -nE "/^$regex\$/p" | sort -V
}

# unpack_packages SUITE PACKAGE...: download and unpack into the current folder
unpack_packages()
{
	local suite=$1 deb

	shift
	mkdir debs
	echo "Downloading $*"
	(cd debs && apt "$suite" apt-get download "$@")
	for deb in debs/*.deb; do
		dpkg-deb -x "$deb" .
	done
	rm -r debs
}

# unpack_source_package SUITE PACKAGE: unpack the upstream sources in ./source
unpack_source_package()
{
	local lists

	lists=$(cached "apt-$1-source" make_source_lists "$1")
	echo "Downloading the source of $2"
	# Only the archive is needed, and apt checks it: a mirror may lack its
	# description.
	apt_in "$lists" "$1" apt-get source --download-only "$2" || true
	# Its signature
	rm -f "$2"_*.asc
	tar -xf "$2"_*.orig.tar.* --one-top-level=source --strip-components=1
	rm "$2"_*
}

make_source_lists()
{
	sed 's/^deb /deb-src /' "$(cached "apt-$1" make_lists "$1")/sources.list" > sources.list
	mkdir -p lists/partial archives/partial
	echo "Reading the lists of sources of $1"
	apt_in "$PWD" "$1" apt-get update
}

# unpack_tree SUITE PACKAGE...: unpack packages and their dependencies, laid out as
# on a system: /bin is /usr/bin
unpack_tree()
{
	local packages dir

	packages=$(apt "$1" apt-get -s -o Dir::State::status=/dev/null install \
		--no-install-recommends "${@:2}" | sed -n 's/^Inst \([^ ]*\).*/\1/p')
	# shellcheck disable=SC2086 # words
	unpack_packages "$1" $packages
	for dir in bin sbin lib lib64; do
		[[ -d $dir && ! -L $dir ]] || continue
		mkdir -p usr/$dir
		cp -a $dir/. usr/$dir
		rm -r $dir
		ln -s usr/$dir $dir
	done
}
