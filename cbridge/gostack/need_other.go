//go:build !amd64

package gostack

//go:noinline
func needRoom() byte {
	var room [Bytes / 2]byte
	return room[index&1]
}

// index keeps the compiler from optimising the frame away.
var index int

// lowest is not known.
func lowest() uintptr { return ^uintptr(0) }
