typedef unsigned int word;
typedef struct point { int x, y; } point;
union either { int i; float f; unsigned char bytes[4]; };
enum colour { red, green = 5, blue };
struct list { struct list *next; point at; int numbers[3]; };
static int twice(int a);
static int first(const int *p, int n);
static int twice(int a) { return a + a; }
static int first(const int *p, int n) { return n > 0 ? *p : p[-n]; }
int area(point a, const point b)
{
	word w = (word)a.x;
	int table[4] = {1, 2, [3] = 7};
	int grid[2][3] = {{1, 2, 3}, {4, 5}};
	point p = {.y = 3, .x = 4}, *q = &p, *const fixed = q;
	union either e = {5};
	enum colour c = blue;
	struct list l = {0, {1, 2}, {3, 4, 5}};
	l.next = &l;
	q->x = l.next->at.y + grid[1][2] + table[c - 3];
	fixed->y = e.bytes[0] + (int)w;
	return twice(q->x) + b.x * b.y + first(table, 2) + (int)sizeof(struct list) + (int)sizeof table;
}
