#pragma OPENCL   EXTENSION cl_khr_fp64 : enable
#pragma unknown thing "
#define N 8
#pragma unroll N
#pragma unroll (4)
#pragma unroll
#define EN(x) _Pragma(#x) after
EN(OPENCL FP_CONTRACT OFF)
_Pragma("unroll 2") for
#pragma once
#pragma
f(
#pragma STDC FP_CONTRACT ON
)
