// What __builtin_expect leaves unlikely is a rare block: the if's, or the statement after else. Elsewhere it is its argument.
kernel void expected(global int *p, int n, uint u)
{
	if (__builtin_expect(n == 0, 0))
		p[0] = 1;
	if (__builtin_expect(!!u, 1))
		p[1] = 2;
	else
		p[2] = 3;
	if (__builtin_expect(n < 5, 1))
		p[3] = 4;
	if (__builtin_expect(n, u))
		p[4] = 5;
	p[5] = (int)__builtin_expect(n, 7);
}
