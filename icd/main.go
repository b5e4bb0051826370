// Command icd is the library: built with -buildmode=c-shared it exports the functions of OpenCL.
//
// Each cl* symbol is a small C function (entry_points_gen.c) that refuses service in a forked child and calls the Go
// export of the same name in this package. Those that only look at platforms and devices are answered in C until the Go
// runtime is started by another call (discovery.c). An export does three things: it turns C values into Go values,
// calls one method of clapi, and writes the results back. Handles and pointers stay uintptr: a garbage value held as a
// Go pointer would kill the process at the next garbage collection.
//
// Reading order: driver.go (the state of the process), answer.go (results), memory_unsafe.go (the application's
// memory), then one file per kind of object.
package main

/*
#cgo CFLAGS: -O2 -Wall -Werror
#include "icd.h"
*/
import "C"

func main() {} // never called: c-shared wants a main
