// Hints stand at the headers of loops: while, for and do loops.
kernel void hints(global int *p, int n)
{
	__attribute__((opencl_unroll_hint(4)))
	for (int i = 0; i < n; i++)
		p[i] = i;
#pragma unroll
	while (n > 0)
		p[n--] = 1;
#pragma nounroll
	do
		p[n++] = 2;
	while (n < 10);
}
