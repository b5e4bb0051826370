#!/bin/sh
# make.sh makes the modules of this folder again, by spirv-as (Debian's spirv-tools). Programs use them as committed.
set -eu
cd "$(dirname "$0")"
for source in *.spvasm; do
	spirv-as --target-env spv1.1 "$source" -o "${source%asm}"
done
