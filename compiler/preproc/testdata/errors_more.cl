#endif
#include "missing.h"
#include <missing
#include
#line x
#undef 5
#ifdef
#endif
#if 1
#else
#else
#endif
#define A 1
#define A 2
_Pragma(1)
"open
'open
é
#if 0x
#endif
#if 1
TWO(
