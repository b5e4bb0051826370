#!/bin/sh
# make.sh makes the modules of this folder again: FILE.spv of FILE.spvasm by spirv-as (Debian's spirv-tools), else of
# FILE.cl by clang and llvm-spirv (clang-15, llvm-spirv-15) or by clang alone (clang-22). Tests use the modules as they are committed.
set -eu
cd "$(dirname "$0")"
for file in "${@:-*.cl}"; do
	for source in $file; do
		name=${source%.cl}
		if [ -f "$name.spvasm" ]; then
			awk -f newer.awk "$name.spvasm" | spirv-as --target-env spv1.4 - -o "$name.spv"
			continue
		fi
		if grep -q '^// Made with clang-22' "$source"; then
			clang-22 -c -target spirv64 -cl-std=CL3.0 -w $(sed -n 's|^// Made with clang-22||p' "$source") \
				-o "$name.spv" "$source"
			continue
		fi
		flags=$(sed -n 's|^// Made with clang ||p' "$source")
		clang-15 -c -emit-llvm -target spir64 -cl-std=CL3.0 -Xclang -finclude-default-header -Xclang -cl-ext=+all \
			-fno-discard-value-names -w ${flags:--O1} -o "$name.bc" "$source"
		llvm-spirv-15 --spirv-max-version=1.4 --spirv-ext=+all "$name.bc" -o "$name.spv"
		rm "$name.bc"
	done
done
