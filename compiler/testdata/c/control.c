int collatz(unsigned n)
{
	int steps = 0;
	while (n != 1u) {
		n = n % 2 ? n * 3 + 1 : n / 2;
		if (++steps > 1000) return -1;
	}
	return steps;
}
int jump(int a, int b, int *out)
{
	int i = 0;
again:
	switch (a) {
	case 1: {
		for (;;) {
			if (i++ > b) break;
			switch (i & 3) {
			case 0: continue;
			case 1: goto done;
			default: out[i & 7] = i;
			}
		}
	} break;
	case 2:
		do if (b-- < 0) goto done; while (b & 1);
	case -3: a++;
		goto again;
	default:
		if (a > 0) if (b > 0) return 1; else return 2;
		else { ; }
	}
done: ;
	const int last = i, unused = 0;
	for (int j = 0, k = 8; j < k; j++, --k) { int i = j * k; out[j] = i; }
	return last && !(a | b) ? collatz((unsigned)last + 1u) : -last;
}
