#if 1 + 2 * 3 == 7 && -1 < 0 && -1 > 0u && (4 ? 2 : 1/0) == 2
one
#endif
#if 0 && 1/0
no
#elif defined(FOO) || defined FOO
no
#elif !defined FOO
two
#else
no
#endif
#if 0
#if 1
no
#else
no
#endif
it's not "closed /* here
#elif 'A' == 65 && '\n' == 10 && '\x41' == 'A' && '\101' == 'A'
three
#else
no
#endif
#define F(x) x
#define D defined(F)
#if F(1) && D && F(F(1))
four
#endif
#if 18446744073709551615u == -1 && 0x7fffffffffffffff + 1 < 0 && ~0u == 0xffffffffffffffff
five
#endif
#if 10 / 3 == 3 && 10 % 4 == 2 && (1 << 4) == 16 && -8 >> 1 == -4 && (5 ^ 1) == 4 && true && !false
six
#endif
#ifdef F
seven
#endif
#ifndef F
no
#elif 1 /* a
 comment over lines */
eight
#endif
#if 0
/* #endif in a comment
#endif
*/
no
#endif
nine __LINE__
