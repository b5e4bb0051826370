// OPTIONS: 120
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics: enable
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL EXTENSION cl_khr_gl_sharing : disable
#pragma OPENCL EXTENSION cl_khr_gl_sharing : enable // WARNING: the extension 'cl_khr_gl_sharing' is not supported
#pragma OPENCL EXTENSION cl_khr_icd : enable
#pragma OPENCL EXTENSION cl_amd_printf : enable // WARNING: the extension 'cl_amd_printf' is not supported
#pragma OPENCL EXTENSION cl_khr_fp65 : enable // WARNING: unknown extension 'cl_khr_fp65'; the pragma is ignored; did you mean 'cl_khr_fp64'?
#pragma OPENCL EXTENSION cl_khr_int64_bsae_atomics : enable // WARNING: did you mean 'cl_khr_int64_base_atomics'?
#pragma OPENCL EXTENSION something : enable // WARNING: unknown extension 'something'; the pragma is ignored
#pragma OPENCL EXTENSION cl_khr_fp64 : enabel // WARNING: an extension is to 'enable' or to 'disable', not 'enabel'; the pragma is ignored; did you mean 'enable'?
#pragma OPENCL EXTENSION cl_khr_fp64 // WARNING: an extension is to 'enable'
#pragma OPENCL FP_CONTRACT ON
#pragma STDC FP_CONTRACT OFF
#pragma STDC FENV_ACCESS ON
#pragma OPENCL FP_CONTARCT ON // WARNING: unknown pragma 'FP_CONTARCT' ignored; did you mean 'FP_CONTRACT'?
#pragma OPENCL SOMETHING
#pragma once
#pragma unroll 4
kernel void k(global double *p) { p[0] = 1; }
