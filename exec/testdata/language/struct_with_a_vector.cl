// A structure with a vector, a private array that a function indexes, and a switch that falls through.
//arg out float[400] zero
//launch 100/10

typedef struct {
	int a;
	float4 v;
} S;

int pick(const int *p, int i) { return p[i & 7]; }

//same plain
kernel void f(global float4 *out) {
	int table[8];
	for (int i = 0; i < 8; i++) table[i] = i * i;
	int id = get_global_id(0);
	S s = {pick(table, id), (float4)(1, 2, 3, 4)};
	switch (id % 3) {
	case 0: s.v.xy = s.v.wz; break;
	case 1: s.v *= 2.0f;
	default: s.v += (float4)(id);
	}
	if (id == 5) return;
	out[id] = s.v + s.a;
}

kernel void plain(global float *out) {
	int id = get_global_id(0), square = (id & 7) * (id & 7);
	for (int i = 0; i < 4 && id != 5; i++) {
		float v = i + 1;
		if (id % 3 == 0) v = i < 2 ? 4 - i : v;
		if (id % 3 == 1) v = v * 2 + id;
		if (id % 3 == 2) v += id;
		out[4 * id + i] = v + square;
	}
}
