#define N 16
#define EMPTY
#define TWICE N N
#define self self + 1
#define a b
#define b a
N EMPTY TWICE self a b
#undef N
N TWICE
#define N 17
TWICE N/**/N
# /* the null directive */
#define OBJ(x) x
OBJ OBJ (1) OBJ
(2)
OBJ
