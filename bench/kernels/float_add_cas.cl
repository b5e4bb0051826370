// atomics
//: items 65536
//: in f32 65536 1
//: in u32 65536 1024
//: inout f32 1024 1
//: run 1 65536 1 0 0
void fadd(volatile global float *p, float v) {
	union { uint u; float f; } old, new_;
	do {
		old.f = *p;
		new_.f = old.f + v;
	} while (atomic_cmpxchg((volatile global uint *)p, old.u, new_.u) != old.u);
}
kernel void float_add_cas(global const float *in, global const uint *where, volatile global float *sum) {
	int i = get_global_id(0);
	fadd(&sum[where[i]], in[i]);
}
