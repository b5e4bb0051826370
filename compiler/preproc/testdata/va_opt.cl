#define F(x, ...) f(x __VA_OPT__(,) __VA_ARGS__)
F(1) F(1,) F(1, 2) F(1, 2, 3)
#define EMPTY
F(1, EMPTY)
#define G(args...) g(__VA_OPT__(args))
G() G(a, b)
#define PASTE(x, ...) x ## __VA_OPT__(y) __VA_OPT__(p) ## q [x __VA_OPT__(## z)]
#define PASTE2(x, ...) x ## __VA_OPT__(y) __VA_OPT__(p) ## q
PASTE2(a) PASTE2(a, 1)
#define TEXT(x, ...) __VA_OPT__(#x (x))
TEXT(a) TEXT(a b, 1)
#define BAD(x) __VA_OPT__(x)
#define BAD2(...) __VA_OPT__ x
#define BAD3(...) __VA_OPT__(x
#define __VA_OPT__ 1
