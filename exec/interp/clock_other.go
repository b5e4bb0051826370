//go:build !amd64

package interp

import "time"

var started = time.Now()

// ticks is the time in nanoseconds since the library was loaded.
func ticks() uint64 { return uint64(time.Since(started)) }
