#define SQUARE(x) ((x) * (x))
#define SQUIRE 1
#inculde "x.h"
#if SQARE(2) > 1
#endif
#if definde(SQUARE)
#endif
#endfi
#frobnicate
#if other_thing(2)
#endif
