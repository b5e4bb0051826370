// A kernel of HIP as clang shapes it for SPIR-V: a structure by value, memory of the group, tables and counters of the
// program, atomic operations of the language, and functions of OpenCL C by their names.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
__device__ unsigned long get_global_id(unsigned);
__device__ unsigned long get_local_id(unsigned);
__device__ void barrier(unsigned);
__constant__ float table[4] = {1, 2, 3, 4};
__device__ int counter = 100;
struct Parameters {
	const float *offset;
	int count;
	float steps[3];
};
__device__ float square(float x) { return x * x; }
template <typename T> __global__ void update(T *y, const T *x, int *total, T factor, Parameters p) {
	__shared__ T t[64];
	int i = get_global_id(0), l = get_local_id(0);
	t[l] = i < p.count ? x[i] : 0;
	barrier(1);
	if (i >= p.count) return;
	y[i] = factor * t[l ^ 1] + square(y[i]) + table[i & 3] + p.steps[i % 3] + *p.offset;
	int old = __hip_atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
	__hip_atomic_fetch_max(total, old, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
}
template __global__ void update<float>(float *, const float *, int *, float, Parameters);
