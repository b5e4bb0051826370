// An overload of a built-in function calls it.
//arg out int[1] -1
//arg in int[64] index
//launch 1/1
//want out 12

#define OVER __attribute__((overloadable))

struct pair {
	int a, b;
};
int OVER add_sat(struct pair p) { return add_sat(p.a, p.b); }
kernel void k(global int *out, global int *in) {
	struct pair p = {in[5], in[7]};
	out[0] = add_sat(p);
}
