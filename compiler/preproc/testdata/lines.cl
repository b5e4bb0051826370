__LINE__ __FILE__
#line 100
__LINE__ __FILE__
#line 200 "other.cl"
__LINE__ __FILE__
#define L __LINE__
#define TAKE(a, b) a b L
TAKE(__LINE__,
__LINE__)
# 7 "marker.h" 1 3
__LINE__ __FILE__
#define LINE 50
#line LINE
__LINE__
in\
side sp\  
lice
"str\
ing" // comment \
goes on
__COUNTER__ __COUNTER__
#line 0
__LINE__
#line 0 "zero.h"
__LINE__ __FILE__
