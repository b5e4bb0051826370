// Functions of OpenCL on integers of 128 and 100 bits, also of zero, of numbers below zero and of single bits.
//module functions_of_128_bits.spv
//arg y ulong[2048] zero
//arg x uint[128] random
//launch 128/32

typedef struct { ulong low, high; } wide;
ulong zeros_above(wide a) { return a.high ? clz(a.high) : 64 + clz(a.low); }
ulong zeros_below(wide a) { return a.low ? ctz(a.low) : 64 + ctz(a.high); }
int less(wide a, wide b) { return (long)a.high < (long)b.high || a.high == b.high && a.low < b.low; }
int below(wide a, wide b) { return a.high < b.high || a.high == b.high && a.low < b.low; }
wide negative(wide a) { wide c = {-a.low, ~a.high + (a.low == 0)}; return c; }
void put(global ulong *y, wide v) { y[0] = v.low; y[1] = v.high; }

kernel void functions(global ulong *y, global const uint *x) {
	uint i = get_global_id(0), w = x[i], n = w % 100, few = w >> 29;
	y += i * 16;
	// 0, a single bit, and numbers of both signs
	wide a = few == 0 ? (wide){0, 0} : few < 4 ? (n < 64 ? (wide){1ul << n, 0} : (wide){0, 1ul << (n - 64)})
		: (wide){w * 0x9e3779b97f4a7c15, (ulong)w << 32 | w};
	wide b = {w, (ulong)(long)(int)w * 3};
	y[0] = zeros_above(a);
	y[1] = zeros_below(a);
	y[2] = popcount(a.low) + popcount(a.high);
	put(y + 3, (long)a.high < 0 ? negative(a) : a);
	put(y + 5, less(a, b) ? a : b);
	put(y + 7, below(a, b) ? b : a);
	// of 100 bits
	wide cut = {a.low, a.high & 0xfffffffff}, sign = {a.low, (ulong)((long)(a.high << 28) >> 28)};
	wide other = {b.low, (ulong)((long)(b.high << 28) >> 28)};
	y[9] = zeros_above(cut) - 28;
	y[10] = min(zeros_below(cut), 100ul);
	wide least = less(sign, other) ? other : sign; // the larger of both
	put(y + 11, (wide){least.low, least.high & 0xfffffffff});
	wide zero = {0, 0}, bound = {1000, 0};
	put(y + 13, less(sign, zero) ? zero : less(bound, sign) ? bound : sign);
}
