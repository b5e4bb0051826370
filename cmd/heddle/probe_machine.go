//go:build cgo && linux && amd64

package main

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The prototypes of OpenCL as far as they are used: its headers need not be installed.
typedef void *object;
static void *library;

#define CALL(result, name, ...) ((result(*)(__VA_ARGS__))dlsym(library, #name))

static const char *open_loader(const char *name) {
	library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
	return library ? NULL : dlerror();
}

static int32_t platforms(uint32_t room, object *list, uint32_t *count) {
	return CALL(int32_t, clGetPlatformIDs, uint32_t, object *, uint32_t *)(room, list, count);
}

static int32_t platform_text(object platform, uint32_t name, size_t room, char *text) {
	return CALL(int32_t, clGetPlatformInfo, object, uint32_t, size_t, void *, size_t *)(platform, name, room, text, NULL);
}

static int32_t device_of(object platform, object *device) {
	return CALL(int32_t, clGetDeviceIDs, object, uint64_t, uint32_t, object *, uint32_t *)(platform, 0xffffffff, 1, device, NULL);
}

static int32_t device_info(object device, uint32_t name, size_t room, void *value) {
	return CALL(int32_t, clGetDeviceInfo, object, uint32_t, size_t, void *, size_t *)(device, name, room, value, NULL);
}

struct session { object context, queue, program, kernel, buffer; };

static int32_t begin(struct session *s, object device, size_t bytes) {
	int32_t status;
	s->context = CALL(object, clCreateContext, void *, uint32_t, object *, void *, void *, int32_t *)(NULL, 1, &device, NULL, NULL, &status);
	if (status) return status;
	s->queue = CALL(object, clCreateCommandQueue, object, object, uint64_t, int32_t *)(s->context, device, 0, &status);
	if (status) return status;
	s->buffer = CALL(object, clCreateBuffer, object, uint64_t, size_t, void *, int32_t *)(s->context, 1, bytes, NULL, &status);
	return status;
}

static int32_t make(struct session *s, object device, const char *source, const char *name) {
	int32_t status;
	s->program = CALL(object, clCreateProgramWithSource, object, uint32_t, const char **, size_t *, int32_t *)(s->context, 1, &source, NULL, &status);
	if (status) return status;
	status = CALL(int32_t, clBuildProgram, object, uint32_t, object *, const char *, void *, void *)(s->program, 1, &device, "", NULL, NULL);
	if (status) return status;
	s->kernel = CALL(object, clCreateKernel, object, const char *, int32_t *)(s->program, name, &status);
	if (status) return status;
	return CALL(int32_t, clSetKernelArg, object, uint32_t, size_t, const void *)(s->kernel, 0, sizeof s->buffer, &s->buffer);
}

static void drop(struct session *s) {
	if (s->kernel) CALL(int32_t, clReleaseKernel, object)(s->kernel);
	if (s->program) CALL(int32_t, clReleaseProgram, object)(s->program);
	s->kernel = s->program = NULL;
}

static int32_t copy(struct session *s, int is_write, size_t bytes, void *memory) {
	if (is_write)
		return CALL(int32_t, clEnqueueWriteBuffer, object, object, uint32_t, size_t, size_t, const void *, uint32_t, void *, void *)(s->queue, s->buffer, 1, 0, bytes, memory, 0, NULL, NULL);
	return CALL(int32_t, clEnqueueReadBuffer, object, object, uint32_t, size_t, size_t, void *, uint32_t, void *, void *)(s->queue, s->buffer, 1, 0, bytes, memory, 0, NULL, NULL);
}

static int32_t launch(struct session *s, size_t items, size_t group) {
	int32_t status = CALL(int32_t, clEnqueueNDRangeKernel, object, object, uint32_t, size_t *, size_t *, size_t *, uint32_t, void *, void *)(s->queue, s->kernel, 1, NULL, &items, &group, 0, NULL, NULL);
	return status ? status : CALL(int32_t, clFinish, object)(s->queue);
}
*/
import "C"

import (
	"fmt"
	"io"
	"strings"
	"time"

	"heddle/cbridge/code"
	"heddle/clapi/cl"
)

// widestVectors is the length of the processor's vectors, 0 where kernels run on the interpreter only.
func widestVectors() (bits int, reason string) { return code.VectorBits(), "" }

// loaderName is the name under which applications open the loader.
const loaderName = "libOpenCL.so.1"

// doctorProbe is the process that the doctor asks: an application that goes through the loader.
func doctorProbe(out, _ io.Writer) int {
	p := probe{Loader: loaderName}
	if err := p.run(); err != nil {
		p.Error = err.Error()
	}
	writeJSON(out, p)
	return 0
}

func (p *probe) run() error {
	if problem := C.open_loader(C.CString(loaderName)); problem != nil {
		return fmt.Errorf("there is no loader (on Debian, install ocl-icd-libopencl1): %s", C.GoString(problem))
	}
	platform, err := p.findPlatform()
	if err != nil {
		return err
	}
	var device C.object
	if status := C.device_of(platform, &device); status != 0 {
		return fmt.Errorf("clGetDeviceIDs: %v", cl.Status(status))
	}
	p.describe(device)
	var s C.struct_session
	if status := C.begin(&s, device, 4*probeItems); status != 0 {
		return fmt.Errorf("a context, a queue or a buffer: %v", cl.Status(status))
	}
	for _, c := range probeCases {
		k := probeKernel{Name: c.name}
		if err := k.try(&s, device, c); err != nil {
			k.Error = err.Error()
		}
		C.drop(&s)
		p.Kernels = append(p.Kernels, k)
	}
	return nil
}

// findPlatform lists all platforms, and returns ours.
func (p *probe) findPlatform() (ours C.object, err error) {
	var list [64]C.object
	var count C.uint32_t
	if status := C.platforms(C.uint32_t(len(list)), &list[0], &count); status != 0 {
		return nil, fmt.Errorf("clGetPlatformIDs: %v; the loader finds no driver", cl.Status(status))
	}
	for _, platform := range list[:min(int(count), len(list))] {
		var text [256]C.char
		C.platform_text(platform, C.uint32_t(cl.PlatformName), C.size_t(len(text)), &text[0])
		name := C.GoString(&text[0])
		p.Platforms = append(p.Platforms, name)
		if ours == nil && strings.HasPrefix(name, "Heddle") {
			ours = platform
		}
	}
	if ours == nil {
		return nil, fmt.Errorf("the loader finds the platforms %q, and Heddle is not among them", p.Platforms)
	}
	return ours, nil
}

func (p *probe) describe(device C.object) {
	text := func(name uint32) string {
		var room [1024]C.char
		C.device_info(device, C.uint32_t(name), C.size_t(len(room)), voidOf(&room[0]))
		return C.GoString(&room[0])
	}
	p.Device, p.Driver, p.Version = text(uint32(cl.DeviceName)), text(uint32(cl.DriverVersion)),
		text(uint32(cl.DeviceVersion))
	var units C.uint32_t
	var memory, largest C.uint64_t
	C.device_info(device, C.uint32_t(cl.DeviceMaxComputeUnits), 4, voidOf(&units))
	C.device_info(device, C.uint32_t(cl.DeviceGlobalMemSize), 8, voidOf(&memory))
	C.device_info(device, C.uint32_t(cl.DeviceMaxMemAllocSize), 8, voidOf(&largest))
	p.Units, p.Memory, p.MaxAlloc = uint32(units), uint64(memory), uint64(largest)
}

// try builds a kernel, runs it, and looks at what it computed.
func (k *probeKernel) try(s *C.struct_session, device C.object, c probeCase) error {
	name, _, _ := strings.Cut(strings.TrimPrefix(c.source, "kernel void "), "(")
	start := time.Now()
	if status := C.make(s, device, C.CString(c.source), C.CString(name)); status != 0 {
		return fmt.Errorf("it cannot be built: %v", cl.Status(status))
	}
	k.BuildMS = milliseconds(start)
	var values [probeItems]int32
	for i := range values {
		values[i] = int32(i)
	}
	C.copy(s, 1, 4*probeItems, voidOf(&values[0]))
	start = time.Now()
	if status := C.launch(s, probeItems, groupItems); status != 0 {
		return fmt.Errorf("it cannot be run: %v", cl.Status(status))
	}
	k.FirstMS = milliseconds(start)
	if status := C.copy(s, 0, 4*probeItems, voidOf(&values[0])); status != 0 {
		return fmt.Errorf("its results cannot be read: %v", cl.Status(status))
	}
	for i, v := range values {
		if want := c.want(int32(i)); v != want {
			return fmt.Errorf("element %d is %d, not %d", i, v, want)
		}
	}
	const launches = 100
	start = time.Now()
	for range launches {
		C.launch(s, probeItems, groupItems)
	}
	k.LaunchUS = milliseconds(start) * 1000 / launches
	return nil
}

func milliseconds(since time.Time) float64 { return float64(time.Since(since).Nanoseconds()) / 1e6 }
