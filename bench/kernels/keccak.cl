// integer
//: items 16384
//: in u64 409600 1e18
//: out u64 65536
//: run 1 16384 1 64 1
constant ulong RC[24] = {0x0000000000000001UL,0x0000000000008082UL,0x800000000000808aUL,0x8000000080008000UL,0x000000000000808bUL,0x0000000080000001UL,0x8000000080008081UL,0x8000000000008009UL,0x000000000000008aUL,0x0000000000000088UL,0x0000000080008009UL,0x000000008000000aUL,0x000000008000808bUL,0x800000000000008bUL,0x8000000000008089UL,0x8000000000008003UL,0x8000000000008002UL,0x8000000000000080UL,0x000000000000800aUL,0x800000008000000aUL,0x8000000080008081UL,0x8000000000008080UL,0x0000000080000001UL,0x8000000080008008UL};
constant int rotc[24] = {1,3,6,10,15,21,28,36,45,55,2,14,27,41,56,8,25,43,62,18,39,61,20,44};
constant int piln[24] = {10,7,11,17,18,3,5,16,8,21,24,4,15,23,19,13,12,2,20,14,22,9,6,1};
kernel void keccak(global const ulong *in, global ulong *out) {
	int g = get_global_id(0);
	ulong st[25], bc[5];
	for (int i = 0; i < 25; i++) st[i] = in[g + i * 16384];
	for (int r = 0; r < 24; r++) {
		for (int i = 0; i < 5; i++) bc[i] = st[i] ^ st[i + 5] ^ st[i + 10] ^ st[i + 15] ^ st[i + 20];
		for (int i = 0; i < 5; i++) {
			ulong t = bc[(i + 4) % 5] ^ rotate(bc[(i + 1) % 5], 1ul);
			for (int j = 0; j < 25; j += 5) st[j + i] ^= t;
		}
		ulong t = st[1];
		for (int i = 0; i < 24; i++) {
			int j = piln[i];
			ulong b = st[j];
			st[j] = rotate(t, (ulong)rotc[i]);
			t = b;
		}
		for (int j = 0; j < 25; j += 5) {
			for (int i = 0; i < 5; i++) bc[i] = st[j + i];
			for (int i = 0; i < 5; i++) st[j + i] ^= (~bc[(i + 1) % 5]) & bc[(i + 2) % 5];
		}
		st[0] ^= RC[r];
	}
	for (int i = 0; i < 4; i++) out[g * 4 + i] = st[i];
}
