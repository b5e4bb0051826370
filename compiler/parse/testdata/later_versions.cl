// OPTIONS: 120
// What OpenCL C 2.0 has, in a program that is 1.2.
// SECTION
kernel void a(global atomic_int *p) { p[0] = ATOMIC_VAR_INIT(1); } // ERROR: unknown type name 'atomic_int'; OpenCL C 2.0 and later have it: build with -cl-std=CL3.0 // ERROR: function 'ATOMIC_VAR_INIT'; OpenCL C 2.0 and later
kernel void b(global atomic_ulong *p) {} // ERROR: build with -cl-std=CL3.0
global int counter; // ERROR: must reside in constant address space; in OpenCL C 2.0 and later it may be global: build with -cl-std=CL3.0
void c(void) { static int n; } // ERROR: must reside in constant address space; in OpenCL C 2.0
void d(int *p) { *p = 1; }
void e(global int *p, local int *l, constant int *c, global int *q) {
	d(p); // ERROR: changes address space of pointer; without an address space a pointer is private in OpenCL C 1.2, and generic with -cl-std=CL3.0
	d(l); // ERROR: -cl-std=CL3.0
	d((int *)p); // ERROR: casting 'global int *' to type 'private int *' changes address space of pointer; without
	d(c); // ERROR: changes address space of pointer
	generic int *g = p; // ERROR: 'generic'; OpenCL C 2.0 and later have it
}
__generic int *f(int int *p) { return p; } // ERROR: '__generic'; OpenCL C 2.0
struct S { global int *p; };
kernel void g(struct S s) {} // ERROR: its field 'p' is a 'global int *'; OpenCL C 2.0 and later have it
kernel void h(global int *global *p) {} // ERROR: a pointer to a pointer; OpenCL C 2.0 and later have it
// SECTION
kernel void i(read_write image2d_t image) {} // ERROR: unknown type name 'read_write'; OpenCL C 2.0 and later have it
kernel void j(pipe int p) {} // ERROR: unknown type name 'pipe'; OpenCL C 2.0 and later have it
kernel void k(void) { queue_t q; } // ERROR: unknown type name 'queue_t'; OpenCL C 2.0 and later have it
// SECTION
// Functions are there in every version.
kernel void l(global int *p, global long *q) {
	p[0] = work_group_reduce_add(1) + get_global_linear_id() + ctz(1) + atomic_fetch_add(p, 1);
	atom_add(q, 1L); atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_relaxed, memory_scope_device);
}
