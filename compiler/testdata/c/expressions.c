float mixed(float x, double y, long n, unsigned char c, const float *in, float *out)
{
	int a = 1, b = 2, *p = &a;
	unsigned u = 3u;
	float f = (float)y + x * 2.5f;
	_Bool yes = a < b && (u != 0 || !c);
	a = b = 3;
	a += b * 4 % 3 - -b;
	a <<= 2, b >>= 1;
	u = ~u & 0xffu | u ^ 7u;
	f = yes ? f / x : -f;
	n = n * a + (long)(in - out) + (in == out);
	*p++ = ++a + b--;
	out[a & 3] = in[b] + *(in + 1) + (&in[2])[-1];
	f += (int)sizeof(float[4]) + (int)sizeof a + 'x' + 1e3f + 0x10;
	(void)n;
	return a > b ? f : (a == b, x);
}
