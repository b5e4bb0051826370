// Parameters by value are pointers in modules; a function that changes one changes a copy, also of generic pointers.
// Made with clang -O1
//module parameters_by_value.spv
//arg o int[64] zero
//arg x int[10] random >>8
//launch 64/16

typedef struct { int a[10]; } ten;
typedef struct { int n; ten t; } more;
__attribute__((noinline)) int change(ten s, int i) {
	s.a[i & 7] += 5;
	s.a[1] *= 2;
	return s.a[i & 3] + s.a[1];
}
__attribute__((noinline)) int deeper(more m, int i) {
	m.n = change(m.t, i) + m.t.a[1];
	m.t.a[9] = m.n;
	return m.n ^ m.t.a[i & 7];
}
kernel void k(global int *o, global const int *x) {
	int i = get_global_id(0);
	more m;
	m.n = i;
	for (int k = 0; k < 10; k++) m.t.a[k] = x[k] + i;
	int r = change(m.t, i);
	r = r * 1000 + m.t.a[0] + m.t.a[1] + m.t.a[i & 7];
	r = r * 7 + deeper(m, i);
	o[i] = r + m.n + m.t.a[9];
}
