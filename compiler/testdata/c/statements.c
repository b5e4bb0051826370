int classify(int n, unsigned m)
{
	int sum = 0, i, j = 3;
	for (i = 0; i < n; i++) {
		if (i == 7) continue;
		else if (i > 90) break;
		sum += i;
	}
	for (int k = 0, last = n; k < last; k += 2) sum ^= k;
	while (j-- > 0) sum <<= 1;
	do { sum -= n; } while (sum > 1000);
	switch (sum & 3) {
	case 0:
	case 1: sum = ~sum; break;
	case 'c' - 97: { int inner = sum; sum = inner * 2; }
	default: sum++;
	}
	if (!sum) goto out;
	;
	{ int sum = 5; m += (unsigned)sum; }
	return sum, (int)m;
out:
	return -1;
}
void nothing(int *p) { if (p) *p = 0; return; }
