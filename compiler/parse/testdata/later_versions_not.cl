// OPTIONS: 300 generic globals
kernel void a(global atomic_int *p, global atomic_ulong *q) {}
global int counter;
void c(void) { static int n; }
void d(int *p) { *p = 1; }
void e(global int *p, local int *l, constant int *c) {
	d(p);
	d(l);
	d((int *)p);
	d(c); // ERROR: of type 'constant int *' changes address space of pointer
	generic int *g = p;
}
kernel void h(global int *global *p) {}
