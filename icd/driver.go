package main

import "C" // makes the exports

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"heddle/cbridge/callbacks"
	"heddle/cbridge/code"
	"heddle/cbridge/handles"
	"heddle/cbridge/host"
	"heddle/cbridge/workers"
	"heddle/clapi"
	"heddle/clapi/cl"
	"heddle/clapi/config"
	"heddle/clapi/stream"
	"heddle/exec"
	"heddle/icd/trace"
)

var _ exec.Workers = (*workers.Pool)(nil)

// driver is the state of the library in a process.
type driver struct {
	platform *clapi.Platform
	handles  *handles.Table
	calls    *trace.Tracer // prints calls; nil: do not
	trace    bool          // print failed calls with their reasons, if it does not
	leaks    bool          // list what was never released when the process ends

	postponed *callbacks.Postponed

	// creating is held while a queue that may exist already is made and given its handle.
	creating sync.Mutex
}

// process is the one driver. It is a global, since C functions carry no receiver; heddleStart writes it before any
// other export can run, and nothing does after that.
var process *driver

// mostThreads is more than the system gives. The runtime counts threads of the application that are in calls as its
// own, and would end the process at 10,000.
const mostThreads = 1 << 22

// heddleStart is called once, before any other call. C has made the first slab of handles, in which the first two are
// those of the platform and its device (discovery.c). The environment is C's: Go's own copy dates from the program's
// start and does not have the application's later settings; it is NULL when C has found no variable of ours in it. The
// result is for C: calls are to be told to the trace.
//
//export heddleStart
func heddleStart(dispatch, slab, environment uintptr) (isTraced bool) {
	host.HookFaults(code.FaultHook())
	debug.SetMaxThreads(mostThreads)
	settings, problems := config.Parse(textsUntilNull(environment, config.Prefix))
	for _, problem := range problems {
		fmt.Fprintln(stream.Errors, problem)
	}
	engine, problem := newEngine(settings, code.VectorBits())
	if problem != "" {
		fmt.Fprintln(stream.Errors, problem)
	}
	machine := readMachine()
	engine.CacheBytes = machine.CacheBytes
	postponed := callbacks.NewPostponed()
	d := &driver{
		platform: clapi.NewPlatform(clapi.Setup{
			Config:   settings,
			Compiler: newCompiler(settings, &engine),
			Workers:  workers.New(func() int { return settle(machine.ComputeUnits, settings.MaxComputeUnits) }),
			Engine:   engine,
			Machine:  machine,
			CPUs:     readCPUs,
			Bind:     func(processors []int) clapi.BoundWorkers { return workers.NewBound(processors) },
			Postpone: postponed.Postpone,
		}),
		postponed: postponed,
		handles:   handles.NewTable(dispatch, slab),
		trace:     settings.TraceErrors,
		leaks:     settings.TraceLeaks,
	}
	if settings.TraceCalls {
		d.calls = trace.New(stream.Errors)
	}
	// The first two handles are those that C has given out.
	d.platform.SetHandle(d.handles.New(handles.Platform, d.platform), nil)
	d.platform.Device().SetHandle(d.handles.New(handles.Device, d.platform.Device()), nil)
	process = d
	boundHeap(machine.MemoryBytes, settings.MemLimit)
	watchHeap(reclaimAfter)
	return settings.TraceCalls
}

// heddleExit is called when the process ends, after the destructors of the application. It prints the reports of the
// end.
//
//export heddleExit
func heddleExit() {
	defer func() { recover() }() // the process ends anyway, whatever state it is in
	process.platform.ReportAtExit(stream.Errors)
	process.reportLeaks()
}

// settle limits the workers, and with them the Go runtime, which knows the processors but neither the quota nor the
// user's limit. It keeps two threads in Go, so that a call is answered while another one is busy.
func settle(units, limit int) int {
	if limit > 0 {
		units = min(units, limit)
	}
	if procs := max(units, 2); procs < runtime.GOMAXPROCS(0) {
		runtime.GOMAXPROCS(procs)
	}
	return units
}

// find is the object of a handle, nil when the handle is not a valid one of that kind.
func find[T any](kind handles.Kind, handle uintptr) *T {
	object, ok := process.handles.Get(handle, kind)
	if !ok {
		return nil
	}
	return object.(*T)
}

func findPlatform(handle uintptr) *clapi.Platform {
	return find[clapi.Platform](handles.Platform, handle)
}

func findDevice(handle uintptr) *clapi.Device {
	return find[clapi.Device](handles.Device, handle)
}

func findContext(handle uintptr) *clapi.Context {
	return find[clapi.Context](handles.Context, handle)
}

func findMemObject(handle uintptr) *clapi.MemObject {
	return find[clapi.MemObject](handles.MemObject, handle)
}

func findProgram(handle uintptr) *clapi.Program {
	return find[clapi.Program](handles.Program, handle)
}

func findKernel(handle uintptr) *clapi.Kernel {
	return find[clapi.Kernel](handles.Kernel, handle)
}

func findSampler(handle uintptr) *clapi.Sampler {
	return find[clapi.Sampler](handles.Sampler, handle)
}

func findCommandBuffer(handle uintptr) *clapi.CommandBuffer {
	return find[clapi.CommandBuffer](handles.CommandBuffer, handle)
}

func findMutableCommand(handle uintptr) *clapi.MutableCommand {
	return find[clapi.MutableCommand](handles.MutableCommand, handle)
}

// usualCount is the initial capacity of lists of arguments.
const usualCount = 64

// findAll looks up a C array of handles. Invalid handles become nil, which clapi rejects.
func findAll[T any](kind handles.Kind, array uintptr, count uint32) []*T {
	if array == 0 {
		return nil
	}
	objects := make([]*T, 0, min(count, usualCount)) // an invalid count fails where memory ends
	for _, handle := range words(array, uint64(count)) {
		objects = append(objects, find[T](kind, handle))
	}
	return objects
}

// invalidKind is the status of a call whose first handle is invalid.
var invalidKind = map[handles.Kind]cl.Status{
	handles.Platform:     cl.InvalidPlatform,
	handles.Device:       cl.InvalidDevice,
	handles.Context:      cl.InvalidContext,
	handles.CommandQueue: cl.InvalidCommandQueue,
	handles.MemObject:    cl.InvalidMemObject,
	handles.Program:      cl.InvalidProgram,
	handles.Kernel:       cl.InvalidKernel,
	handles.Event:        cl.InvalidEvent,
	handles.Sampler:      cl.InvalidSampler,

	handles.CommandBuffer:  cl.InvalidCommandBufferKhr,
	handles.MutableCommand: cl.InvalidMutableCommandKhr,
	handles.Semaphore:      cl.InvalidSemaphoreKhr,
}

// heddleMissing answers for an unimplemented entry point (cl.Missing) once its first handle is found valid.
//
//export heddleMissing
func heddleMissing(kind uint32, handle uintptr, status int32) (result int32) {
	defer recoverStatus(&result)
	if _, ok := process.handles.Get(handle, handles.Kind(kind)); !ok {
		return refuse(invalidKind[handles.Kind(kind)], "the first argument is not a valid handle of its kind")
	}
	return status
}

// recoverStatus ends a call that panicked, because of an invalid pointer, of an object that another thread released
// meanwhile, or of a bug of ours: the application gets an error and lives on.
func recoverStatus(result *int32) {
	if reason := recover(); reason != nil {
		*result = int32(statusOfPanic(reason))
	}
}

// recoverHandle is recoverStatus for calls that return a handle or a pointer.
func recoverHandle(errorRet uintptr, result *uintptr) {
	if reason := recover(); reason != nil {
		status := statusOfPanic(reason)
		*result = 0
		defer func() { _ = recover() }() // it may be this pointer that is invalid
		writeStatus(errorRet, status)
	}
}

// statusOfPanic writes to standard error why a call ended, and returns its status.
func statusOfPanic(reason any) cl.Status {
	switch reason := reason.(type) {
	case *clapi.Error:
		traceFailure(reason)
		return reason.Status
	case interface{ Addr() uintptr }:
		fmt.Fprintf(stream.Errors, "heddle: a call failed: there is no memory at address %#x\n", reason.Addr())
		traceReason(cl.OutOfResources, fmt.Sprintf("there is no memory at address %#x", reason.Addr()))
	default:
		reportBug(reason)
	}
	return cl.OutOfResources
}

// reportBug asks for a report. The runtime can no more than we can distinguish nil pointers of ours from the
// application's pointers below 4096.
func reportBug(reason any) {
	what := "internal error, please report it"
	if e, ok := reason.(runtime.Error); ok && strings.Contains(e.Error(), "nil pointer") {
		what = "a call failed; if no pointer of the application leads near address 0, please report it"
	}
	fmt.Fprintf(stream.Errors, "heddle: %s: %v\n%s", what, reason, debug.Stack())
	traceReason(cl.OutOfResources, what)
}
