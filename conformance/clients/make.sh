#!/bin/sh
# make.sh makes the modules of this folder again, by clang-15 and llvm-spirv-15, spirv-as, or
# clang-22 alone. Programs use them as committed.
set -eu
cd "$(dirname "$0")"
clang-15 -S -emit-llvm -target spir64 -x cl -cl-std=clc++2021 -Xclang -finclude-default-header -Xclang -cl-ext=+all \
	-O1 -fno-discard-value-names -w -o sycl_kernels.ll sycl_kernels.clcpp
sed 's/spir_func void @_Z8by_value[^(]*(/spir_kernel void @by_value(/' sycl_kernels.ll >sycl_kernels2.ll
clang-15 -x ir -c -target spir64-unknown-unknown -emit-llvm -Xclang -disable-llvm-passes -w -o sycl_kernels.bc sycl_kernels2.ll
llvm-spirv-15 --spirv-max-version=1.3 --spirv-ext=+all sycl_kernels.bc -o sycl_kernels.spv
rm sycl_kernels.bc sycl_kernels.ll sycl_kernels2.ll
for source in *.spvasm; do
	awk -f ../../exec/testdata/spirv/newer.awk "$source" | spirv-as --target-env spv1.3 - -o "${source%asm}"
done
clang-22 -cc1 -triple spirv64 -aux-triple x86_64-linux-gnu -x hip -fcuda-is-device -O2 -emit-obj llvm.hip -o llvm_hip.spv
clang-22 -cc1 -triple spirv64 -aux-triple x86_64-linux-gnu -x c++ -fsycl-is-device -std=c++20 -O2 -emit-obj llvm.sycl -o llvm_sycl.spv
