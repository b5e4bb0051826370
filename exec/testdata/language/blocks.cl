// Blocks that are called: captured values, results, arguments, nesting, and which literal was passed.
//options -cl-std=CL3.0
//arg out int[1024] zero
//arg in int[1024] random %1000
//launch 1024/64 1000/70 333/1

int twice(int x) { return 2 * x; }
int (^doubled)(int) = ^(int x) { return twice(x); };
typedef int (^unary_t)(int);
unary_t constant negated = ^int(int x) { return -x; };
constant int factor = 7;
struct pair { short a; long b; };
int apply(unary_t f, int x) { return f(x) + f(1); }
int choose(int which, unary_t f, unary_t g, int x) { return which ? apply(f, x) : apply(g, x); }
int plus_of(int x) { return x + 1; }
void each(global int *out, int n, void (^f)(global int *)) { for (int i = 0; i < n; i++) f(out); }

//same plain
kernel void k(global int *out, global const int *in)
{
	int i = get_global_id(0), n = in[i], captured = n;
	struct pair p = { n, 3 };
	float4 v = (float4)(n, 1, 2, 3);
	int list[4] = { 1, 2, 3, n };
	unary_t plus = (unary_t)^(int x) { return x + captured; };
	struct pair (^swapped)(struct pair) = ^struct pair(struct pair q) {
		struct pair r = { q.b + p.b, q.a };
		return r;
	};
	float4 (^scaled)(float) = ^(float s) { return v * s; };
	const uchar (^narrow)(void) = ^uchar(void) { return captured; };
	captured = 5; p.b = 100; v = 0;
	out[i] = plus(1) + doubled(n) + negated(3);
	out[i] += swapped(p).a + (int)swapped(p).b;
	out[i] += (int)scaled(2.0f).x + (int)scaled(0.5f).w * 100;
	out[i] += narrow();
	out[i] += choose(i % 3, plus, doubled, n);
	out[i] += choose(n & 1, ^(int x) { return x * factor; }, ^(int x) { return list[x & 3]; }, i);
	list[2] = 50;
	out[i] += ^(int x) { return list[x] + 1; }(2);
	unary_t nested = ^(int x) {
		int inner = x + n;
		unary_t deeper = ^(int y) { return y * inner + plus_of(n); };
		if (x > 500) return deeper(2);
		for (int j = 0; j < 3; j++) { if (j == i % 3) return deeper(j) - ^{ return j * n; }(); }
		return 0;
	};
	out[i] += nested(n);
	each(out + i, i % 5, ^(global int *at) { *at += n; });
	for (int j = 0; j < 4; j++) {
		void (^round)(int) = ^(int x) { out[i] += x * j; };
		round(j + 1);
	}
}

kernel void plain(global int *out, global const int *in)
{
	int i = get_global_id(0), n = in[i];
	int sum = 1 + n + 2 * n - 3;
	sum += (short)(n + 0) * 0 + (short)(100 + 3) + n;
	sum += 2 * n + (int)(3 * 0.5f) * 100;
	sum += (uchar)n;
	sum += i % 3 ? n + n + 1 + n : 2 * n + 2;
	int list[4] = { 1, 2, 3, n };
	sum += n & 1 ? i * 7 + 7 : list[i & 3] + 2;
	sum += 51;
	int inner = n + n;
	sum += n > 500 ? 2 * inner + n + 1 : i % 3 * inner + n + 1 - i % 3 * n;
	sum += i % 5 * n;
	for (int j = 0; j < 4; j++) sum += (j + 1) * j;
	out[i] = sum;
}
