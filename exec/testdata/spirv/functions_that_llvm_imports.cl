// Functions that LLVM's own translator does not know: modules import them, with pointers to all address spaces, atomic
// types and enumerations in their names. Its null events have a word too many.
// Made with clang-22 -O1 -fno-discard-value-names -mllvm -spirv-ext=all
//options -cl-std=CL3.0
//module functions_that_llvm_imports.spv
//arg y uint[1024] zero
//arg x uint[256] random
//arg f float[16] zero
//launch 256/64

kernel void imported(global uint *y, global const uint *x, volatile global atomic_float *f) {
	local uint l[8];
	local atomic_int c;
	uint i = get_global_id(0), e = get_local_id(0);
	if (e < 8) l[e] = 0;
	if (e == 0) atomic_init(&c, 0);
	barrier(CLK_LOCAL_MEM_FENCE);
	global uint *g = y + 512;
	atomic_inc(g);
	atomic_dec(g + 1);
	atomic_min((global int *)g + 2, (int)x[i]);
	atomic_max(g + 3, x[i]);
	atomic_max(l, x[i]);
	atomic_min((local int *)l + 1, (int)x[i]);
	atomic_inc(l + 2);
	uint old = atomic_xchg(g + 16 + i, x[i]);
	atomic_fetch_max_explicit(f, (float)(x[i] >> 8), memory_order_relaxed, memory_scope_device);
	atomic_fetch_min(f + 1, -(float)(x[i] >> 8));
	atomic_fetch_min_explicit(&c, (int)x[i], memory_order_acq_rel, memory_scope_work_group);
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = l[e & 3] + old;
	y[i + 256] = atomic_load(&c);
}
kernel void copies(global uint *y, global const uint *x, volatile global atomic_float *f) {
	local uint l[64];
	uint i = get_global_id(0), e = get_local_id(0);
	event_t done = async_work_group_copy(l, x + get_group_id(0) * 64, 64, 0);
	wait_group_events(1, &done);
	y[i] = l[63 - e];
}
