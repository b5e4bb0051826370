// Members of type half in structures, by their addresses.
//arg out int[6] -1
//arg in int[64] index
//launch 1/1
//want out 8 15 250 8 2 4

typedef struct {
	char c;
	half h;
	half a[2];
} S;
kernel void k(global int *out, global int *in) {
	S s;
	s.c = 7;
	vstore_half((float)in[15], 0, &s.h);
	vstore_half(2.5f, 1, s.a);
	S t = s;
	out[0] = sizeof(S);
	out[1] = vload_half(0, &t.h);
	out[2] = 100 * vload_half(1, t.a);
	out[3] = t.c + 1;
	out[4] = (char *)&s.h - (char *)&s;
	out[5] = (char *)s.a - (char *)&s;
}
