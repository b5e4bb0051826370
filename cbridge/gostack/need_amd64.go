package gostack

// needRoom has a frame of more than half of Bytes, for which the runtime grows the stack, and touches nothing of it.
func needRoom()

// lowest is the address where the goroutine's stack ends.
func lowest() uintptr
