// Command gohost is a Go program that uses OpenCL: two Go runtimes live in its process, and both want the same signals.
// Its goroutines use the driver while others can only be preempted by a signal, while the garbage collector runs
// without pause and while faults of its own become panics and kernels fault. OPENCL names the library to open.
package main

/*
#cgo CFLAGS: -DCL_TARGET_OPENCL_VERSION=300
#cgo LDFLAGS: -ldl
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>
#include <string.h>

static void *library;
static cl_device_id device;
static cl_context context;

#define our(name) ((__typeof__(&name))dlsym(library, #name))

// open_driver returns 0, or says by a number what did not work.
static int open_driver(const char *path) {
	cl_platform_id platform;
	cl_int status;
	if (!(library = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
		return 1;
	if (our(clGetPlatformIDs)(1, &platform, NULL))
		return 2;
	if (our(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
		return 3;
	context = our(clCreateContext)(NULL, 1, &device, NULL, NULL, &status);
	return status ? 4 : 0;
}

// round_trip sends a value through two buffers and waits in every way there is.
static int round_trip(int value) {
	enum { WORDS = 1024 };
	int in[WORDS], out[WORDS];
	cl_int status;
	cl_event written, copied;
	cl_command_queue queue = our(clCreateCommandQueue)(context, device, 0, &status);
	if (status)
		return 10;
	cl_mem a = our(clCreateBuffer)(context, CL_MEM_READ_WRITE, sizeof in, NULL, &status);
	cl_mem b = our(clCreateBuffer)(context, CL_MEM_READ_WRITE, sizeof in, NULL, &status);
	for (int i = 0; i < WORDS; i++)
		in[i] = value + i;
	if (our(clEnqueueWriteBuffer)(queue, a, CL_FALSE, 0, sizeof in, in, 0, NULL, &written))
		return 11;
	if (our(clEnqueueCopyBuffer)(queue, a, b, 0, 0, sizeof in, 1, &written, &copied))
		return 12;
	if (our(clWaitForEvents)(1, &copied))
		return 13;
	if (our(clEnqueueReadBuffer)(queue, b, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL))
		return 14;
	if (memcmp(in, out, sizeof in))
		return 15;
	our(clReleaseEvent)(written);
	our(clReleaseEvent)(copied);
	our(clReleaseMemObject)(a);
	our(clReleaseMemObject)(b);
	return our(clReleaseCommandQueue)(queue) ? 16 : 0;
}

// square runs a kernel and checks what it wrote.
static int square(void) {
	enum { WORDS = 1000 };
	static const char *source = "kernel void square(global int *a) { int i = get_global_id(0); a[i] = i * i; }";
	int out[WORDS];
	size_t global = WORDS;
	cl_int status;
	cl_command_queue queue = our(clCreateCommandQueue)(context, device, 0, &status);
	cl_program program = our(clCreateProgramWithSource)(context, 1, &source, NULL, &status);
	if (our(clBuildProgram)(program, 1, &device, "", NULL, NULL))
		return 20;
	cl_kernel kernel = our(clCreateKernel)(program, "square", &status);
	cl_mem a = our(clCreateBuffer)(context, CL_MEM_READ_WRITE, sizeof out, NULL, &status);
	if (our(clSetKernelArg)(kernel, 0, sizeof a, &a))
		return 21;
	if (our(clEnqueueNDRangeKernel)(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL))
		return 22;
	if (our(clEnqueueReadBuffer)(queue, a, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL))
		return 23;
	for (int i = 0; i < WORDS; i++)
		if (out[i] != i * i)
			return 24;
	our(clReleaseKernel)(kernel);
	our(clReleaseProgram)(program);
	our(clReleaseMemObject)(a);
	return our(clReleaseCommandQueue)(queue) ? 25 : 0;
}

// fail runs a kernel that faults, which its event must report.
static int fail(void) {
	static const char *source =
		"kernel void bad(global int *a) { if (get_global_id(0) == 77) *(global int *)0 = a[0]; }";
	size_t global = 1000;
	cl_int status;
	cl_event event;
	cl_command_queue queue = our(clCreateCommandQueue)(context, device, 0, &status);
	cl_program program = our(clCreateProgramWithSource)(context, 1, &source, NULL, &status);
	if (our(clBuildProgram)(program, 1, &device, "", NULL, NULL))
		return 30;
	cl_kernel kernel = our(clCreateKernel)(program, "bad", &status);
	cl_mem a = our(clCreateBuffer)(context, CL_MEM_READ_WRITE, 64, NULL, &status);
	if (our(clSetKernelArg)(kernel, 0, sizeof a, &a))
		return 31;
	if (our(clEnqueueNDRangeKernel)(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event))
		return 32;
	our(clFinish)(queue);
	if (our(clGetEventInfo)(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) || status >= 0)
		return 33;
	our(clReleaseEvent)(event);
	our(clReleaseKernel)(kernel);
	our(clReleaseProgram)(program);
	our(clReleaseMemObject)(a);
	return our(clReleaseCommandQueue)(queue) ? 34 : 0;
}
*/
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"
)

const (
	runTime       = 2 * time.Second
	longestGC     = 3 * time.Second // far above what is usual, far below a hang
	users         = 8
	kernelUsers   = 2
	spinners      = 2
	allocated     = 1 << 16
	fewestResults = 10
)

func main() {
	must("opening", int(C.open_driver(C.CString(os.Getenv("OPENCL")))))
	end := time.Now().Add(runTime)
	for range spinners {
		go spin()
	}
	var all sync.WaitGroup
	for i := range users {
		all.Go(func() { repeat(end, "round trip", func(n int) int { return int(C.round_trip(C.int(i*1000 + n))) }) })
	}
	for range kernelUsers {
		all.Go(func() { repeat(end, "kernel", func(int) int { return int(C.square()) }) })
		all.Go(func() { repeat(end, "failing kernel", func(int) int { return int(C.fail()) }) })
	}
	all.Go(func() { repeat(end, "panic", func(int) int { return panics() }) })
	collect(end)
	all.Wait()
}

// must ends the program when a step gave an error.
func must(what string, code int) {
	if code != 0 {
		fmt.Println("failed:", what, code)
		os.Exit(1)
	}
}

// repeat runs a step until the end; too few repetitions mean that another goroutine starved it.
func repeat(end time.Time, what string, step func(n int) int) {
	rounds := 0
	for ; time.Now().Before(end) || rounds < fewestResults; rounds++ {
		must(what, step(rounds))
	}
}

// collect makes garbage and collects it: each collection has to stop all goroutines, by signals where they spin.
func collect(end time.Time) {
	for time.Now().Before(end) {
		garbage = make([]byte, allocated)
		start := time.Now()
		runtime.GC()
		if took := time.Since(start); took > longestGC {
			fmt.Println("failed: a garbage collection took", took)
			os.Exit(1)
		}
	}
}

var (
	garbage []byte
	sink    uint64
)

// spin lasts as long as the program and calls nothing, so only a signal can preempt it; without preemption it yields by
// itself.
func spin() {
	yields := os.Getenv("GODEBUG") == "asyncpreemptoff=1"
	for x := uint64(1); ; x += 2 {
		sink += x
		if yields && x%1024 == 1 {
			runtime.Gosched()
		}
	}
}

// panics: the host's own nil dereferences and divisions become its own panics.
func panics() (code int) {
	defer func() {
		if recover() == nil {
			code = 1
		}
	}()
	var nowhere *int
	var zero uint64
	if sink%2 == 0 {
		*nowhere = 1
	}
	return int(1 / zero)
}
