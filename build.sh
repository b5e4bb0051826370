#!/usr/bin/env bash
# Builds, runs, tests, measures and installs Heddle. `./build.sh help` lists the commands.
set -euo pipefail
cd "$(dirname "$0")"
root=$PWD
library=$root/build/libheddle.so
icd=$root/build/heddle.icd

usage() {
	cat <<'EOT'
usage: ./build.sh COMMAND

  build               make build/libheddle.so and build/heddle.icd
  run                 build, list the platform, and run the picture program on a painted picture
  run PROGRAM ARGS…   build, and run any OpenCL program on this driver (run photo FILE.png: the picture program)
  test                everything: formatting, vet, staticcheck, import rules, unit tests, programs through the loader
  bench ARGS…         build, and measure side by side with PoCL and the machine's limits
  install             build, put the driver into PREFIX (/usr/local) and /etc/OpenCL/vendors, and try it (needs root);
                      with DESTDIR=FOLDER into a tree for a package instead
  uninstall           remove what install has put there
  release             build what is given to others: build/release/heddle-VERSION-linux-amd64.tar.gz, a .deb, checksums
  help                this text
EOT
}

# need PACKAGE… installs Debian packages that are missing, or says what to install.
need() {
	local missing=()
	for package in "$@"; do
		dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
	done
	[ ${#missing[@]} -eq 0 ] && return
	if [ "$(id -u)" -ne 0 ]; then
		echo "These packages are missing. Install them with: sudo apt-get install ${missing[*]}" >&2
		exit 1
	fi
	echo "Installing ${missing[*]}"
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

need_go() {
	command -v go >/dev/null && return
	echo "Go 1.26 or newer is missing: see https://go.dev/doc/install" >&2
	exit 1
}

# Settings of the Go runtime inside the library. It must not send signals to the application's threads, nor shrink the
# stacks that icd/stack.go has made, nor end the process for an address of the application that is none; the number of
# processors is our own business (cbridge/machine) and need not be watched.
godebug=asyncpreemptoff=1,invalidptr=0,gcshrinkstackoff=1,containermaxprocs=0,updatemaxprocs=0

build() {
	need_go
	need gcc libc6-dev
	mkdir -p build/opencl
	[ icd/exports.map -ot "$library" ] || rm -f "$library" # go build does not look at the linker's files
	CGO_ENABLED=1 go build -buildmode=c-shared -trimpath \
		-ldflags "-s -w -X runtime.godebugDefault=$godebug -extldflags '-Wl,--version-script=$root/icd/exports.map -Wl,-z,nodelete'" -o "$library" ./icd
	rm -f build/libheddle.h
	echo "$library" >"$icd"
	as_loader ../libheddle.so build/opencl
}

# as_loader LIBRARY FOLDER puts names into a folder by which programs find the library in a loader's place: one for
# programs that run, one for gcc -lOpenCL, which shall note the other in the program.
as_loader() {
	ln -sf "$1" "$2/libOpenCL.so.1"
	echo 'INPUT(-l:libOpenCL.so.1)' >"$2/libOpenCL.so"
}

# sample NAME compiles a program of conformance/samples.
sample() {
	need libpng-dev opencl-c-headers ocl-icd-libopencl1
	gcc -std=gnu11 -O2 -Wall -Iconformance -o "build/$1" "conformance/samples/$1.c" -l:libOpenCL.so.1 -lpng -lm
}

run() {
	build
	need ocl-icd-libopencl1
	export OCL_ICD_VENDORS=$icd
	case "${1:-}" in
	"")
		need clinfo
		clinfo -l
		sample photo
		build/photo
		;;
	photo)
		sample photo
		build/photo "${@:2}"
		;;
	*) exec "$@" ;;
	esac
}

# check_imports holds the package rules of docs/architecture.md against what the packages really import.
check_imports() {
	local failed=0 list
	forbid() { # forbid PACKAGE REGEXP: no package of the tree may depend on what matches
		list=$(go list -deps "$1" | grep -E "$2" || true)
		if [ -n "$list" ]; then
			echo "$1 must not import: $list" >&2
			failed=1
		fi
	}
	forbid ./compiler/... '^heddle/(clapi|cbridge|exec|events|svm|icd)'
	# What decides knows no machine code, and what writes machine code decides nothing: each layer imports those above it.
	forbid ./compiler/vectorize/... '^heddle/compiler/amd64'
	forbid ./compiler/vectorize/flow '^heddle/compiler/vectorize/(forms|access|regions|prepare)'
	forbid ./compiler/vectorize/prepare '^heddle/compiler/vectorize/(flow|forms|access|regions)'
	forbid ./compiler/vectorize/forms '^heddle/compiler/vectorize/(access|regions)'
	forbid ./compiler/vectorize/access '^heddle/compiler/vectorize/regions'
	forbid ./compiler/amd64/emit '^heddle/compiler/amd64(/emit/(memory|control))?$'
	forbid ./compiler/amd64/emit/memory '^heddle/compiler/amd64(/emit/control)?$'
	forbid ./compiler/amd64/emit/control '^heddle/compiler/amd64$'
	forbid ./exec/... '^heddle/(clapi($|/config)|cbridge$|events|svm|icd)'
	forbid ./exec/launch '^heddle/exec/(interp|native|printf)'
	forbid ./exec/printf '^heddle/exec/(launch|interp|native)'
	forbid ./exec/interp '^heddle/exec(/native)?$'
	forbid ./exec/native '^heddle/exec(/interp)?$'
	forbid ./events/... '^heddle/(clapi($|/config)|cbridge|exec|compiler|svm|icd)'
	forbid ./clapi/... '^heddle/(cbridge$|icd)'
	forbid ./svm '^(heddle/(cbridge|clapi|cmd|compiler|events|exec|icd|image)|github.com/)'
	forbid ./image '^(heddle/(cbridge|clapi|cmd|compiler|events|exec|icd|svm)|github.com/)'
	forbid ./icd '^github.com/klauspost/cpuid' # docs/rationale.md: it costs every process time
	if [ -n "$(git ls-files '*.go' | grep -vE '_unsafe(_gen)?(_test)?\.go$' | grep -vE '^(icd|cbridge)/' | xargs -r grep -lE '^\s*(import )?"unsafe"$' || true)" ]; then
		echo "unsafe is imported outside of files ending in _unsafe.go:" >&2
		git ls-files '*.go' | grep -vE '_unsafe(_gen)?(_test)?\.go$' | grep -vE '^(icd|cbridge)/' | xargs grep -lE '^\s*(import )?"unsafe"$' >&2
		failed=1
	fi
	CGO_ENABLED=0 go build ./clapi/... ./cmd/... ./compiler/... ./exec/... ./events/... ./svm || failed=1
	return $failed
}

# fuzz gives each fuzz target a short run, on top of the seeds that go test runs. A number of executions instead of a
# time: a time limit makes go's fuzzer fail now and then when it strikes in the middle of an input.
fuzz() {
	local file target
	git grep -o 'func Fuzz[A-Za-z0-9]*' -- '*_test.go' | while IFS=: read -r file target; do
		target=${target#func }
		go test -run '^$' -fuzz "^$target\$" -fuzztime 10000x -fuzzminimizetime 10x "./$(dirname "$file")" | tail -n 40
	done
}

# need_languages installs what tests of other languages' run times want, where others' packages (a JDK, Node of NodeSource)
# have not brought it.
need_languages() {
	command -v javac >/dev/null || need default-jdk-headless
	[ -e /usr/include/node/node_api.h ] || need nodejs libnode-dev
}

test_all() {
	need_go
	need gcc g++ libc6-dev clinfo ocl-icd-libopencl1 opencl-c-headers libpng-dev binutils valgrind python3-pyopencl python3-mako python3-pytest python-pyopencl-doc spirv-headers
	need_languages
	echo "== formatting"
	local unformatted
	unformatted=$(git ls-files '*.go' | xargs gofmt -l)
	[ -z "$unformatted" ] || { echo "not gofmt-ed: $unformatted" >&2; exit 1; }
	go mod tidy -diff || { echo "go.mod is not what 'go mod tidy' makes" >&2; exit 1; }
	echo "== vet and staticcheck"
	go vet ./...
	go tool staticcheck ./...
	echo "== import rules"
	check_imports
	echo "== library"
	build
	echo "== tests"
	go test -timeout 40m ./...
	echo "== fuzzing"
	fuzz
	echo "== tests with the race detector"
	go test -race -timeout 30m ./events/... ./clapi/... ./exec/...
	echo "== the picture program"
	run
}

# The files of an installation, below PREFIX; the .icd file that loaders find lies in vendors. PREFIX is where the files
# will be used, DESTDIR where the tree for that begins.
prefix=${PREFIX:-/usr/local}
vendors=/etc/OpenCL/vendors/heddle.icd
installed_files="lib/heddle/libheddle.so lib/heddle/heddle.icd lib/heddle/valgrind.supp lib/heddle/opencl/libOpenCL.so
	lib/heddle/opencl/libOpenCL.so.1 bin/heddle share/doc/heddle/copyright"

# place_files puts the files of an installation into the tree that begins at $1.
place_files() {
	local tree=$1
	install -D -m 755 "$library" "$tree$prefix/lib/heddle/libheddle.so"
	install -D -m 755 build/heddle "$tree$prefix/bin/heddle"
	install -D -m 644 icd/valgrind.supp "$tree$prefix/lib/heddle/valgrind.supp"
	install -D -m 644 LICENSE "$tree$prefix/share/doc/heddle/copyright"
	install -d "$tree${vendors%/*}" "$tree$prefix/lib/heddle/opencl"
	as_loader ../libheddle.so "$tree$prefix/lib/heddle/opencl"
	echo "$prefix/lib/heddle/libheddle.so" | tee "$tree$prefix/lib/heddle/heddle.icd" >"$tree$vendors"
	chmod 644 "$tree$prefix/lib/heddle/heddle.icd" "$tree$vendors"
}

build_command() {
	CGO_ENABLED=1 go build -trimpath -ldflags '-s -w' -o build/heddle ./cmd/heddle
}

install_driver() {
	if [ -n "${DESTDIR:-}" ]; then
		build && build_command
		place_files "$DESTDIR"
		return
	fi
	[ "$(id -u)" -eq 0 ] || { echo "install needs root" >&2; exit 1; }
	build && build_command
	place_files ""
	need ocl-icd-libopencl1
	"$prefix/bin/heddle" doctor
	echo "Installed. clinfo -l shows the platform; ./build.sh uninstall removes it."
}

uninstall_driver() {
	local file tree=${DESTDIR:-}
	[ -n "$tree" ] || [ "$(id -u)" -eq 0 ] || { echo "uninstall needs root" >&2; exit 1; }
	for file in $installed_files; do
		rm -f "$tree$prefix/$file"
	done
	rm -f "$tree$vendors"
	for file in lib/heddle/opencl lib/heddle share/doc/heddle; do
		[ ! -d "$tree$prefix/$file" ] || rmdir --ignore-fail-on-non-empty "$tree$prefix/$file"
	done
	[ ! -d "$tree${vendors%/*}" ] || rmdir --ignore-fail-on-non-empty -p "$tree${vendors%/*}" 2>/dev/null || true
}

version() { sed -n 's/^const DriverVersion = "\(.*\)"$/\1/p' clapi/platform_info.go; }

# release makes the archive, whose tree begins at /, and the Debian package.
release() {
	local number name tree
	number=$(version)
	name=heddle-$number-linux-amd64
	build && build_command
	rm -rf build/release
	mkdir -p build/release
	tree=$(mktemp -d)
	place_files "$tree"
	tar -C "$tree" --owner=0 --group=0 -czf "build/release/$name.tar.gz" .
	rm -rf "$tree"
	make_package "$number" "build/release/heddle_${number}_amd64.deb"
	(cd build/release && sha256sum ./*.tar.gz ./*.deb >SHA256SUMS)
	ls -l build/release
}

# make_package VERSION FILE makes the Debian package.
make_package() {
	local tree prefix=/usr
	tree=$(mktemp -d)
	chmod 755 "$tree"
	place_files "$tree"
	mkdir "$tree/DEBIAN"
	echo "$vendors" >"$tree/DEBIAN/conffiles"
	cat >"$tree/DEBIAN/control" <<-EOT
		Package: heddle
		Version: $1
		Architecture: amd64
		Maintainer: Heddle <heddle@localhost>
		Section: libs
		Priority: optional
		Depends: libc6 (>= 2.34)
		Recommends: ocl-icd-libopencl1 | libopencl1
		Provides: opencl-icd
		Description: OpenCL driver for processors
		 Heddle runs OpenCL programs on the processor: on AVX-512 and AVX2 as machine
		 code, on others in an interpreter. "heddle doctor" tells whether it works.
	EOT
	dpkg-deb --root-owner-group --build "$tree" "$2" >/dev/null
	rm -rf "$tree"
}

command=${1:-help}
shift || true
case "$command" in
build) build ;;
run) run "$@" ;;
test) test_all ;;
bench) build && need opencl-c-headers ocl-icd-libopencl1 pocl-opencl-icd clinfo && exec go run ./bench "$@" ;;
install) install_driver ;;
uninstall) uninstall_driver ;;
release) release ;;
help | -h | --help) usage ;;
*)
	usage >&2
	exit 2
	;;
esac
