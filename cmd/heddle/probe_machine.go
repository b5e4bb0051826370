//go:build cgo && linux && amd64

package main

/*
#cgo LDFLAGS: -ldl
#include "probe.h"
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
	if problem := C.probe_open_loader(C.CString(loaderName)); problem != nil {
		return fmt.Errorf("there is no loader (on Debian, install ocl-icd-libopencl1): %s", C.GoString(problem))
	}
	platform, err := p.findPlatform()
	if err != nil {
		return err
	}
	var device C.object
	if status := C.probe_device_of(platform, &device); status != 0 {
		return fmt.Errorf("clGetDeviceIDs: %v", cl.Status(status))
	}
	p.describe(device)
	var s C.struct_probe_session
	if status := C.probe_begin(&s, device, 4*probeItems); status != 0 {
		return fmt.Errorf("a context, a queue or a buffer: %v", cl.Status(status))
	}
	for _, c := range probeCases {
		k := probeKernel{Name: c.name}
		if err := k.try(&s, device, c); err != nil {
			k.Error = err.Error()
		}
		C.probe_drop(&s)
		p.Kernels = append(p.Kernels, k)
	}
	return nil
}

// findPlatform lists all platforms, and returns ours.
func (p *probe) findPlatform() (ours C.object, err error) {
	var list [64]C.object
	var count C.uint32_t
	if status := C.probe_platforms(C.uint32_t(len(list)), &list[0], &count); status != 0 {
		return nil, fmt.Errorf("clGetPlatformIDs: %v; the loader finds no driver", cl.Status(status))
	}
	for _, platform := range list[:min(int(count), len(list))] {
		var text [256]C.char
		C.probe_platform_text(platform, C.uint32_t(cl.PlatformName), C.size_t(len(text)), &text[0])
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
		C.probe_device_info(device, C.uint32_t(name), C.size_t(len(room)), voidOf(&room[0]))
		return C.GoString(&room[0])
	}
	p.Device, p.Driver, p.Version = text(uint32(cl.DeviceName)), text(uint32(cl.DriverVersion)),
		text(uint32(cl.DeviceVersion))
	var units C.uint32_t
	var memory, largest C.uint64_t
	C.probe_device_info(device, C.uint32_t(cl.DeviceMaxComputeUnits), 4, voidOf(&units))
	C.probe_device_info(device, C.uint32_t(cl.DeviceGlobalMemSize), 8, voidOf(&memory))
	C.probe_device_info(device, C.uint32_t(cl.DeviceMaxMemAllocSize), 8, voidOf(&largest))
	p.Units, p.Memory, p.MaxAlloc = uint32(units), uint64(memory), uint64(largest)
}

// try builds a kernel, runs it, and looks at what it computed.
func (k *probeKernel) try(s *C.struct_probe_session, device C.object, c probeCase) error {
	name, _, _ := strings.Cut(strings.TrimPrefix(c.source, "kernel void "), "(")
	start := time.Now()
	if status := C.probe_make(s, device, C.CString(c.source), C.CString(name)); status != 0 {
		return fmt.Errorf("it cannot be built: %v", cl.Status(status))
	}
	k.BuildMS = milliseconds(start)
	var values [probeItems]int32
	for i := range values {
		values[i] = int32(i)
	}
	C.probe_copy(s, 1, 4*probeItems, voidOf(&values[0]))
	start = time.Now()
	if status := C.probe_launch(s, probeItems, groupItems); status != 0 {
		return fmt.Errorf("it cannot be run: %v", cl.Status(status))
	}
	k.FirstMS = milliseconds(start)
	if status := C.probe_copy(s, 0, 4*probeItems, voidOf(&values[0])); status != 0 {
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
		C.probe_launch(s, probeItems, groupItems)
	}
	k.LaunchUS = milliseconds(start) * 1000 / launches
	return nil
}

func milliseconds(since time.Time) float64 { return float64(time.Since(since).Nanoseconds()) / 1e6 }
