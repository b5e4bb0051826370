// Package buildid tells which build of the library this is.
package buildid

/*
#cgo CFLAGS: -O2 -Wall -Werror
#include "buildid.h"
*/
import "C"

import "encoding/hex"

// Text identifies the build by the note that the linker has put into the library, or the program, in which this code
// is: a hash of all that it was made of. It is empty if there is none.
func Text() string {
	var id [C.HEDDLE_BUILD_ID_BYTES]C.uint8_t
	n := C.heddle_build_id(&id[0])
	text := make([]byte, n)
	for i := range text {
		text[i] = byte(id[i])
	}
	return hex.EncodeToString(text)
}
