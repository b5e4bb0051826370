//go:build cgo && linux && amd64

package main

import "unsafe"

// voidOf is the address of a value for C.
func voidOf[T any](value *T) unsafe.Pointer { return unsafe.Pointer(value) }
