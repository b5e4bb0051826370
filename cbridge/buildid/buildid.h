#ifndef HEDDLE_BUILDID_H
#define HEDDLE_BUILDID_H

#include <stddef.h>
#include <stdint.h>

#define HEDDLE_BUILD_ID_BYTES 64

/* heddle_build_id copies the build id of the object that contains this function and returns its length, 0 if it has
 * none. */
size_t heddle_build_id(uint8_t id[HEDDLE_BUILD_ID_BYTES]);

#endif
