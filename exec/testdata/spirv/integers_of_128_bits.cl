// Integers of 128, 100, 72 and 71 bits: products, quotients, shifts, comparisons, conversions, in memory, as
// parameters, results and constants.
//module integers_of_128_bits.spv
//arg y ulong[7168] zero
//arg x uint[128] random
//launch 128/32

typedef struct { ulong low, high; } wide;
wide add(wide a, wide b) { wide c = {a.low + b.low, a.high + b.high}; c.high += c.low < a.low; return c; }
wide negative(wide a) { wide c = {~a.low, ~a.high}, one = {1, 0}; return add(c, one); }
wide product(ulong a, ulong b) { wide c = {a * b, mul_hi(a, b)}; return c; }
wide left(wide a, uint n) {
	for (; n; n--) { a.high = a.high << 1 | a.low >> 63; a.low <<= 1; }
	return a;
}
wide right(wide a, uint n, int isSigned) {
	for (; n; n--) {
		a.low = a.low >> 1 | a.high << 63;
		a.high = isSigned ? (ulong)((long)a.high >> 1) : a.high >> 1;
	}
	return a;
}
wide quotient(wide a, uint d, uint *rest) {
	ulong digits[4] = {a.low & 0xffffffff, a.low >> 32, a.high & 0xffffffff, a.high >> 32}, r = 0;
	for (int i = 3; i >= 0; i--) {
		ulong n = r << 32 | digits[i];
		digits[i] = n / d;
		r = n % d;
	}
	wide q = {digits[1] << 32 | digits[0], digits[3] << 32 | digits[2]};
	*rest = r;
	return q;
}
void put(global ulong *y, wide v) { y[0] = v.low; y[1] = v.high; }

kernel void wide_integers(global ulong *y, global const uint *x) {
	uint i = get_global_id(0), w = x[i], n = w & 127, rest;
	y += i * 56;
	ulong a = (ulong)w * 0x9e3779b97f4a7c15;
	wide p = product(a, a), m = negative(p);
	put(y, p);
	put(y + 2, m);
	put(y + 4, left(p, n));
	put(y + 6, right(p, n, 0));
	put(y + 8, right(m, n, 1));
	uint d = w | 1;
	put(y + 10, quotient(p, d, &rest));
	y[12] = rest;
	put(y + 14, negative(quotient(right(p, 1, 0), d, &rest))); // of minus p / 2, signed
	y[16] = -(ulong)rest;
	wide by = {a, (ulong)w >> 3 | 1}, whole = {a * 5 + 17, by.high * 5 + mul_hi(a, (ulong)5)};
	whole.high += whole.low < 17;
	y[17] = 5; // whole / by
	y[18] = 17;
	y[19] = p.high < by.high || p.high == by.high && p.low < by.low;
	y[20] = (long)m.high < (long)by.high;
	y[21] = p.high == m.high && p.low == m.low;
	wide top = left(p, clz(p.high));
	y[22] = as_ulong(ldexp((double)(top.high | (top.low != 0)), 64 - (int)clz(p.high)));
	y[23] = as_uint((float)((long)(int)w));
	put(y + 24, left((wide){w, 0}, 70));
	put(y + 26, negative(left((wide){w, 0}, 40)));
	wide c = {0x123456789abcdef0, 0xfedcba9876543210};
	put(y + 28, add(p, c));
	y[30] = 2 * (popcount(p.low) + popcount(p.high)) + popcount(w);
	wide cut = {p.low * 3, (mul_hi(p.low, (ulong)3) + p.high * 3) & 0xfffffffff}; // of 100 bits
	put(y + 32, cut);
	wide sign = {cut.low, (ulong)((long)(cut.high << 28) >> 28)};
	put(y + 34, right(sign, 3, 1));
	put(y + 36, w & 4 ? p : m);
	put(y + 38, (wide){p.low ^ m.high, p.high ^ m.low});
	y[40] = p.high >> 7;
	y[41] = (ulong)(long)(int)w;
	y[42] = (int)w < 0 ? ~0ul : 0;
	put(y + 44, (wide){~0ul, 0});
	put(y + 46, (wide){~p.low, ~p.high});
	put(y + 48, (wide){p.low, (uchar)p.high}); // of 72 bits
	put(y + 50, (wide){p.low, (ulong)(long)(char)p.high});
	put(y + 52, (wide){p.low, p.high & 127}); // of 71 bits
	wide less = {p.low - 1, p.high - (p.low < 1)};
	put(y + 54, (wide){less.low, (ulong)((long)(less.high << 57) >> 57)});
}
