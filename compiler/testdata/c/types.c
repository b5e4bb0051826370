typedef int row[4];
typedef const char *text;
typedef struct { unsigned char r, g, b; } pixel;
struct outer { struct { short a, b; } inner; union { int i; float f; } either[2]; pixel p; };
struct later;
enum { first = -1, second, third = second + 5 };
static int sum(row *rows, int n);
static float pick(int n, float values[], const float fixed[3]);
static int sum(row *rows, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < (int)(sizeof *rows / sizeof **rows); j++) s += rows[i][j];
	return s;
}
static float pick(int n, float values[], const float fixed[3]) { return n ? values[n] : fixed[0]; }
int use(struct later *unknown, unsigned long big, signed char small, unsigned short us)
{
	row a = {1, 2, 3, 4}, b[2] = {{1}, {[1] = 2, 3}};
	struct outer o = {{1, 2}, {{3}, {.f = 4.0f}}, {5, 6, 7}}, *p = &o, copy = o;
	const pixel white = {255u, 0xff, 0377};
	int (*whole)[4] = &a, **pp, *q = a;
	void *anything = p;
	typedef long wide;
	wide w = (wide)big << 3 | small;
	float values[3] = {1.0f, .5f, 1e-3f};
	pp = &q;
	copy = *p;
	copy.either[1].i = (*whole)[2] + **pp + q[1];
	p->inner.a += white.g;
	w += anything == 0 ? (wide)(us % 7) : ((struct outer *)anything)->p.b;
	w -= unknown != 0 || !p;
	return sum(b, 2) + (int)w + (int)pick(third, values, values) + first + (int)sizeof(struct outer *) + (a == q) + copy.inner.b;
}
