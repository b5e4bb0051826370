// Private arrays of bytes and halves, at indices that are the same for all lanes and at others, also under masks and
// across barriers.
//arg y uint[512] random
//arg x uint[1024] random
//arg n 77
//launch 128/32 96/48 77/7
//bundles rows=8,barriers

kernel void bytes(global uint *y, global uint *x, int n) {
	int i = get_global_id(0);
	global uchar *b = (global uchar *)x;
	uchar t[37];
	for (int k = 0; k < 37; k++) t[k] = b[i * 5 + k];
	for (int k = 1; k < 37; k++) {
		uchar v = t[k];
		int j = k - 1;
		while (j >= 0 && t[j] > v) { t[j + 1] = t[j]; j--; }
		t[j + 1] = v;
	}
	uint s = 0;
	for (int k = 0; k < 37; k++) s = s * 31 + t[k];
	if (x[i] & 1) { t[x[i] % 37] = 200 + n; s += t[i % 37] * 3 + (char)t[(i + 5) % 37]; }
	y[i] = s;
}
kernel void halves(global uint *y, global uint *x, int n) {
	int i = get_global_id(0);
	short t[24];
	ushort u[24];
	for (int k = 0; k < 24; k++) { t[k] = x[i + k]; u[k] = x[i + k] >> 16; }
	for (int k = 0; k < 40; k++) {
		uint at = x[i + k] % 24;
		t[at] += u[k % 24];
		if (t[at] & 2) u[(at + k) % 24] ^= t[k % 24];
	}
	uint s = 0;
	for (int k = 0; k < 24; k++) s = s * 31 + (uint)t[k] + u[k];
	y[i] = s;
}
kernel void both(global uint *y, global uint *x, int n) {
	int i = get_global_id(0), top = 0;
	char stack[20];
	union { uint w[4]; uchar b[16]; } m;
	for (int k = 0; k < 4; k++) m.w[k] = x[i + k];
	for (int k = 0; k < 16; k++) {
		char c = m.b[(k + i) & 15];
		if (c < 60) stack[top++] = c;
		else if (top >= 2) { top--; stack[top - 1] = stack[top - 1] * stack[top] + n; }
	}
	int s = top;
	while (top > 0) s = s * 7 + stack[--top];
	y[i] = s;
}
kernel void waiting(global uint *y, global uint *x, int n) {
	local uint t[64];
	int i = get_global_id(0), l = get_local_id(0);
	uchar h[16];
	for (int k = 0; k < 16; k++) h[k] = k;
	for (int r = 0; r < 5; r++) {
		t[l] = x[i] + h[(l + r) & 15];
		barrier(CLK_LOCAL_MEM_FENCE);
		h[t[(l + 1) & 31] & 15] += t[l ^ 1];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	uint s = 0;
	for (int k = 0; k < 16; k++) s = s * 31 + h[k];
	y[i] = s;
}
