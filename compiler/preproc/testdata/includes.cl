#include "given.h"
#include <sys.h>
#define NAME "sub/deep.h"
#include NAME
#define ANGLE <sys.h>
#include ANGLE
GIVEN __LINE__ __FILE__
