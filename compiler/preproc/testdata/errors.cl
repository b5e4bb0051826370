#define
#define 1x
#define defined
#define F(a, a) a
#define G(a
#define H(a) #b
#define I ## a
#define J(...) __VA_ARGS__
#define K(x) __VA_ARGS__
#define TWO(a, b) a b
TWO(1) TWO(1, 2, 3)
#define CAT(a, b) a ## b
CAT(+, 1) CAT(/, /)
#if
#endif
#if 1 / 0
#endif
#if (1
#endif
#if 1 2
#endif
#if FOO(1)
#endif
#frobnicate
#error it's broken
#warning careful
#else
