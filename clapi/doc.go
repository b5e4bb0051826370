// Package clapi holds the objects of OpenCL and the checks and effects of the calls on them. It knows nothing of C:
// handles, pointers to strings and callbacks are converted to Go values by icd, which calls one method per entry point
// and writes the result back. An invalid handle arrives as a nil object and is answered with the specification's error.
//
// # Reading order
//
// status.go (errors), object.go (reference counts), info.go (queries); then platform, device, context, buffer,
// image and mem_object, allocation (shared memory), sampler, program, kernel; then queue, event, enqueue.
// device_info.go is the table of all device queries.
//
// # For the caller (icd)
//
//   - Errors: every error is an *Error. Report(err) tells the context's notify callback and returns the status; call it
//     last. A nil error is CL_SUCCESS.
//   - Handles: after a successful creation call SetHandle(handle, retire); retire is called when the object is gone,
//     on any thread.
//   - Queries: GetInfo(name, out) copies the value to out.Address (0 for a NULL param_value) and returns the size for
//     param_value_size_ret.
//   - Property lists are given without their terminating zero; nil is a NULL list.
//   - Lists: where a count and a list can contradict each other, both are given; a NULL list is a nil slice, a NULL or
//     invalid handle in a list a nil element.
//   - Callbacks are Go functions that call the C function; nil is a NULL callback; icd has
//     refused user_data without a callback. clLinkProgram's callback is called
//     by icd after SetHandle, because it gets the new handle.
//   - A NULL device of clGetKernelWorkGroupInfo and a NULL platform are replaced by the only one; other bad handles
//     stay nil.
//
// The methods, by object:
//
//	NewPlatform(Setup) *Platform
//	(*Platform) Device() *Device
//	(*Platform) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*Platform) DeviceIDs(deviceType uint64) ([]*Device, error)
//	(*Platform) UnloadCompiler() error
//	(*Platform) CreateContext(properties []uintptr, devices []*Device, notify Notify) (*Context, error)
//	(*Platform) CreateContextFromType(properties []uintptr, deviceType uint64, notify Notify) (*Context, error)
//
//	(*Device) Retain() error; Release() error
//	(*Device) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*Device) Timers(hasTargets bool) (deviceNS, hostNS uint64, err error)
//	(*Device) HostTimer(hasTarget bool) (uint64, error)
//
//	(*Context) Retain() error; Release() error
//	(*Context) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*Context) SetDestructorCallback(callback func()) error
//	(*Context) SVMAlloc(flags, size uint64, alignment uint32) (uintptr, error) // 0 without an error for a size of 0
//	(*Context) SVMAllocWithProperties(properties []uint64, typeIndex uint32, size uint64, find func(uintptr) *Device)
//		(uintptr, error)
//	(*Context) SVMFree(pointer uintptr) error; SVMFreeWithProperties(properties []uint64, flags uint64, pointer uintptr)
//	(*Context) SVMPointerInfo(device *Device, isNull bool, pointer uintptr, name uint32, out InfoTarget) (uint64, error)
//	(*Context) SVMSuggestedType(required, desired uint64, properties []uint64, hasTarget bool,
//		find func(uintptr) *Device) (uint32, error)
//	(*Context) USMAlloc(USMRequest) (uintptr, error); USMFree(pointer uintptr) error; USMBlockingFree the same
//	(*Context) USMInfo(pointer uintptr, name uint32, out InfoTarget) (uint64, error)
//	(*Context) CreateBuffer(flags, size uint64, hostPtr uintptr) (*MemObject, error)
//	(*Context) CreateBufferWithProperties(properties []uint64, flags, size uint64, hostPtr uintptr,
//		find func(uintptr) *Device) (*MemObject, error)
//	(*Context) CreateImage(ImageRequest) (*MemObject, error); CreateImage2D, CreateImage3D the same
//	(*Context) SupportedImageFormats(flags uint64, imageType, numEntries uint32, hasTarget bool) ([]image.Format, error)
//	(*Context) CreateProgramWithSource(strings [][]byte) (*Program, error) // a nil string is a NULL string
//	(*Context) CreateProgramWithBinary(devices []*Device, binaries [][]byte) (*Program, []cl.Status, error)
//	(*Context) LinkProgram(LinkRequest) (*Program, error) // a program may come with CL_LINK_PROGRAM_FAILURE
//
//	(*Context) ImageRequirementsInfo(r ImageRequirements, name uint32, out InfoTarget) (uint64, error)
//	(*Context) CreateSampler(normalized, addressing, filter uint32) (*Sampler, error)
//	(*Context) CreateSamplerWithProperties(properties []uint64) (*Sampler, error)
//	(*Sampler) Retain() error; Release() error
//	(*Sampler) GetInfo(name uint32, out InfoTarget) (uint64, error)
//
//	(*MemObject) Retain() error; Release() error
//	(*MemObject) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*MemObject) GetImageInfo(name uint32, out InfoTarget) (uint64, error)
//	(*MemObject) SetDestructorCallback(callback func()) error
//	(*MemObject) CreateSubBuffer(flags uint64, createType uint32, region *cl.BufferRegion) (*MemObject, error)
//
//	(*Program) Retain() error; Release() error
//	(*Program) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*Program) GetBuildInfo(device *Device, name uint32, out InfoTarget) (uint64, error)
//	(*Program) Build(BuildRequest) error
//	(*Program) Compile(CompileRequest) error
//	(*Program) CreateKernel(name string, isNull bool) (*Kernel, error)
//	(*Program) CreateKernels(hasTarget bool, numKernels uint32) (kernels []*Kernel, available uint32, err error)
//
//	(*Kernel) Retain() error; Release() error
//	(*Kernel) Clone() (*Kernel, error)
//	(*Kernel) SetArg(index uint32, size uint64, value uintptr, find Finder) error
//	(*Kernel) SetArgSVMPointer(index uint32, pointer uintptr) error; SetArgMemPointer, SetArgDevicePointer the same
//	(*Kernel) SetExecInfo(name uint32, value ExecInfo) error
//	(*Kernel) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*Kernel) GetArgInfo(index, name uint32, out InfoTarget) (uint64, error)
//	(*Kernel) GetWorkGroupInfo(device *Device, name uint32, out InfoTarget) (uint64, error)
//
// Queues, events and the enqueue calls are in queue*.go, event*.go and enqueue*.go.
//
// # For the queue half
//
// An object that a command uses is held with hold and given up with dropLater. Kernel.snapshotArgs copies the arguments
// for a launch; suggestLocalSize chooses a work-group size.
//
// # Lock order
//
// CommandBuffer.mu, then Program.mu, then Kernel.mu; MemObject.mu, Context.mu, Semaphore.mu, reaches.mu and the table
// of allocations are leaves. Callbacks are called with no lock held.
package clapi
