// Alignments of typedefs, larger and smaller than those of their types.
//arg out int[4] -1
//arg in int[64] index
//launch 1/1
//want out 2 16 513 3

typedef int loose __attribute__((aligned(2)));
typedef int wide __attribute__((aligned(16)));
typedef struct {
	char c;
	loose l;
} S;
typedef struct {
	char c;
	wide w;
} W;
kernel void k(global int *out, global int *in) {
	S s = {in[1], in[63] * 0 + 513}, a[4];
	for (int i = 0; i < 4; i++) a[i] = s;
	out[0] = (char *)&s.l - (char *)&s;
	W w = {1, 3};
	out[1] = (char *)&w.w - (char *)&w;
	out[2] = a[in[3]].l;
	out[3] = w.w;
}
