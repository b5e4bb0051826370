// OPTIONS: 200 globals generic
// Accepted: OpenCL C 2.0 with generic pointers and variables of program scope.
global int counter = 3;
int plain[4] = { 1, 2, 3, 4 };
int *pointer = &plain[1];
int sum(const int *p) { return p[0] + p[1]; }
kernel void k(global int *g, local int *l, global int *global *pp) {
	int a[2] = { 1, 2 };
	static int persistent = 1;
	int *p = g;
	p = l; p = a;
	g[0] = sum(g) + sum(l) + sum(a) + *p + counter + plain[0] + persistent;
	global int *back = (global int *)p;
	back[0] = p == g;
	size_t n = sizeof(p);
	g[1] = n;
}
