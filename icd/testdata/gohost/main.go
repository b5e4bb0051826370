// Command gohost is a Go program that loads the library: two Go runtimes in one process. Its own goroutines must still
// be preempted, its garbage collector must still stop them, while many of its threads call the library.
package main

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

static void *library;

static int load(const char *path) { return (library = dlopen(path, RTLD_NOW | RTLD_LOCAL)) != NULL; }

static void *platform(void) {
	void *found = NULL;
	((int (*)(unsigned, void **, unsigned *))dlsym(library, "clGetPlatformIDs"))(1, &found, NULL);
	return found;
}

static void *device(void) {
	void *found = NULL;
	((int (*)(void *, uint64_t, unsigned, void **, unsigned *))dlsym(library, "clGetDeviceIDs"))(
		platform(), 0xffffffff, 1, &found, NULL);
	return found;
}

static int use(void) {
	void *one = device();
	int status = 1;
	void *context = ((void *(*)(void *, unsigned, void **, void *, void *, int *))dlsym(library, "clCreateContext"))(
		NULL, 1, &one, NULL, NULL, &status);
	if (!context || status)
		return 1;
	void *queue = ((void *(*)(void *, void *, uint64_t, int *))dlsym(library, "clCreateCommandQueue"))(
		context, one, 0, &status);
	if (!queue || status)
		return 2;
	if (((int (*)(void *))dlsym(library, "clReleaseCommandQueue"))(queue))
		return 3;
	return ((int (*)(void *))dlsym(library, "clReleaseContext"))(context);
}
*/
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	if C.load(C.CString(os.Getenv("LIBRARY"))) == 0 {
		fmt.Println("failed: the library does not load")
		os.Exit(1)
	}
	var calls atomic.Int64
	var wait sync.WaitGroup
	end := time.Now().Add(2 * time.Second)
	for range 8 {
		wait.Go(func() {
			for time.Now().Before(end) {
				if code := C.use(); code != 0 {
					fmt.Println("failed: call", code)
					os.Exit(1)
				}
				calls.Add(1)
			}
		})
	}
	var stop atomic.Bool
	for range 4 {
		go spin(&stop)
	}
	for time.Now().Before(end) {
		start := time.Now()
		runtime.GC()
		if took := time.Since(start); took > 3*time.Second {
			fmt.Println("failed: a garbage collection took", took)
			os.Exit(1)
		}
	}
	wait.Wait()
	faultAndRecover()
	fmt.Println("passed")
}

var sink uint64

// spin is a loop without a function call: only a signal can preempt it.
func spin(*atomic.Bool) {
	x := uint64(1)
	for x != 0 {
		x += 2
	}
	sink = x
}

// faultAndRecover: the host's own nil dereferences still become its own panics.
func faultAndRecover() {
	defer func() {
		if recover() == nil {
			fmt.Println("failed: a nil dereference of the host did not panic")
			os.Exit(1)
		}
	}()
	var p *int
	*p = 1
}
