#ifdef __has_builtin
one
#endif
#if __has_builtin(there) && !__has_builtin(missing) && defined __has_builtin && __has_attribute ( there )
two
#endif
__has_builtin(there) __has_builtin(
  missing)
#define HAS(x) __has_builtin(x)
#if HAS(there)
three
#endif
#define missing there
#if __has_builtin(missing)
no: the operand is not expanded
#endif
#if __has_include("given.h") && __has_include(<sys.h>) && !__has_include("sub/none.h") && __has_include(<sub/deep.h>)
four
#endif
#define HEADER <sys.h>
#define NONE "none.h"
#if __has_include(HEADER) && !__has_include(NONE)
five
#endif
#if !__has_include_next(<given.h>) || __has_include_next(<sys.h>)
six
#endif
#include <level.h>
__INCLUDE_LEVEL__ __BASE_FILE__
#if 0
#elifdef HEADER
seven
#elifndef HEADER
no
#else
no
#endif
#if 0
#elifdef NEITHER
no
#elifndef NEITHER
eight
#endif
#ifdef HEADER
nine
#elifndef NEITHER
no
#endif
#undef __has_builtin
#ifdef __has_builtin
no
#endif
__has_builtin(there)
__has_attribute
__has_attribute(
)
__has_include("given.h")
#if __has_include(given)
#endif
#if __has_attribute(x
#endif
#if 0
#elifdef
no
#endif
#if 0
#elifndef 3
no
#endif
#include_next <level.h>
