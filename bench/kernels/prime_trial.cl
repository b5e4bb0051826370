// divergent
//: items 65536
//: out u8 65536
//: run 1 65536 1 0 0
kernel void prime_trial(global uchar *prime) {
	uint n = get_global_id(0) + 100000;
	if (n % 2 == 0) { prime[get_global_id(0)] = 0; return; }
	for (uint d = 3; d * d <= n; d += 2)
		if (n % d == 0) { prime[get_global_id(0)] = 0; return; }
	prime[get_global_id(0)] = 1;
}
