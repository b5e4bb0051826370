package clapi

import (
	"encoding/binary"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/ceil"
	"heddle/exec"
)

// argument is the state of one kernel argument beside its bytes in the block.
type argument struct {
	isSet      bool
	object     *MemObject    // ArgBuffer, ArgImage: not held, as the specification wants; nil: a pointer, maybe null
	isPointer  bool          // ArgBuffer: a pointer that is not null, and of no memory object
	localBytes uint64        // ArgLocal
	queue      *CommandQueue // ArgQueue: not held
}

const handleBytes = 8 // sizeof(cl_mem) and sizeof(cl_sampler)

// Finder finds the objects of handles, nil for those that are not valid. It is called with no lock held.
type Finder struct {
	MemObject func(handle uintptr) *MemObject
	Sampler   func(handle uintptr) *Sampler
	Queue     func(handle uintptr) *CommandQueue
	IsHandle  func(address uintptr) bool // in memory for handles, also of released ones
}

// SetArg is clSetKernelArg. value is arg_value, 0 for NULL.
func (k *Kernel) SetArg(index uint32, size uint64, value uintptr, find Finder) error {
	if err := k.check(); err != nil {
		return err
	}
	if err := k.checkArgIndex(index); err != nil {
		return err
	}
	switch kind := k.code.Args[index].Kind; kind {
	case compiler.ArgValue:
		return k.setValueArg(index, size, value)
	case compiler.ArgBuffer:
		return k.setBufferArg(index, size, value, find)
	case compiler.ArgLocal:
		return k.setLocalArg(index, size, value)
	case compiler.ArgSampler:
		return k.setSamplerArg(index, size, value, find.Sampler)
	case compiler.ArgImage:
		return k.setImageArg(index, size, value, find.MemObject)
	case compiler.ArgQueue:
		return k.setQueueArg(index, size, value, find.Queue)
	default:
		return k.setPipeArg(index, size, value, find.MemObject)
	}
}

func (k *Kernel) checkArgIndex(index uint32) error {
	if uint64(index) >= uint64(len(k.code.Args)) {
		return k.Context().fail(cl.InvalidArgIndex, "kernel %s has %d arguments, none with index %d",
			k.code.Name, len(k.code.Args), index)
	}
	return nil
}

// failArg names the argument in the reason.
func (k *Kernel) failArg(status cl.Status, index uint32, what string) error {
	return k.Context().fail(status, "kernel %s, argument %d (%s %s): %s",
		k.code.Name, index, k.code.Args[index].TypeName, k.code.Args[index].Name, what)
}

func (k *Kernel) failArgSize(index uint32, size, want uint64) error {
	return k.Context().fail(cl.InvalidArgSize, "kernel %s, argument %d (%s %s): arg_size is %d, not %d",
		k.code.Name, index, k.code.Args[index].TypeName, k.code.Args[index].Name, size, want)
}

// setValueArg takes a vector of 3 as three elements too: many programs pass sizeof(float[3]), which other drivers
// accept.
func (k *Kernel) setValueArg(index uint32, size uint64, value uintptr) error {
	if value == 0 {
		return k.failArg(cl.InvalidArgValue, index, "arg_value is null")
	}
	arg := &k.code.Args[index]
	if size != arg.SizeBytes && (size != arg.PackedBytes || size == 0) && (size < arg.SizeBytes || !arg.AtLeast) {
		return k.failArgSize(index, size, arg.SizeBytes)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	place := k.block[arg.OffsetBytes:][:arg.SizeBytes]
	clear(place[copy(place, hostmem.Bytes(value, min(size, arg.SizeBytes))):])
	k.args[index].isSet = true
	return nil
}

// setBufferArg takes a memory object, or any 8 bytes that are no handle of ours: a pointer of the process, as SYCL
// runtimes pass it.
func (k *Kernel) setBufferArg(index uint32, size uint64, value uintptr, find Finder) error {
	if size != handleBytes {
		return k.failArgSize(index, size, handleBytes)
	}
	var buffer *MemObject
	var address uintptr
	if value != 0 {
		if handle := readHandle(value); handle != 0 {
			if buffer = find.MemObject(handle); buffer == nil {
				if find.IsHandle(handle) || find.IsHandle(value) { // the latter: buffer in place of &buffer
					return k.failArg(cl.InvalidMemObject, index, "arg_value is not a valid memory object")
				}
				k.setPointer(index, handle)
				return nil
			}
			if buffer.context != k.Context() {
				return k.failArg(cl.InvalidContext, index, "arg_value is a memory object of another context")
			}
			if buffer.kind != cl.MemObjectBuffer {
				return k.failArg(cl.InvalidMemObject, index, "arg_value is an image or a pipe")
			}
			if buffer.flags&cl.MemImmutableExt != 0 && k.mayWrite(index) {
				return k.failArg(cl.InvalidArgValue, index,
					"arg_value was created with CL_MEM_IMMUTABLE_EXT, but the argument is not const")
			}
			address = buffer.address
		}
	}
	k.setWord(index, uint64(address), buffer)
	return nil
}

// mayWrite reports whether a kernel may write through an argument, by its declaration. Modules of SPIR-V have no word
// for const that all compilers use, so there it is not known.
func (k *Kernel) mayWrite(index uint32) bool {
	arg := &k.code.Args[index]
	return arg.Address == compiler.AddressGlobal && arg.Qualifiers&compiler.TypeConst == 0 && !k.code.FromIL
}

// setWord sets an argument of 8 bytes.
func (k *Kernel) setWord(index uint32, word uint64, object *MemObject) {
	k.mu.Lock()
	defer k.mu.Unlock()
	binary.NativeEndian.PutUint64(k.block[k.code.Args[index].OffsetBytes:], word)
	k.args[index].object, k.args[index].isSet, k.args[index].isPointer = object, true, false
}

func readHandle(address uintptr) uintptr {
	return uintptr(binary.NativeEndian.Uint64(hostmem.Bytes(address, handleBytes)))
}

func (k *Kernel) setLocalArg(index uint32, size uint64, value uintptr) error {
	if value != 0 {
		return k.failArg(cl.InvalidArgValue, index, "arg_value is not null, but the argument is in local memory")
	}
	if size > mostLocalBytes {
		return k.failArg(cl.OutOfResources, index, "arg_size is larger than the local memory")
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.args[index].localBytes, k.args[index].isSet = size, true
	return nil
}

// addAddress adds an address to the 64-bit word at the start of word.
func addAddress(word []byte, address uintptr) {
	binary.NativeEndian.PutUint64(word, binary.NativeEndian.Uint64(word)+uint64(address))
}

// launchArgs is a snapshot of a kernel's arguments for one launch. The queue half reuses it: its slices keep their
// memory.
type launchArgs struct {
	block      []byte        // exec.Launch.Args
	localBytes uint64        // exec.Launch.Local: variables and __local arguments, each aligned to 128
	globals    uintptr       // exec.Launch.Globals
	memory     []exec.Memory // exec.Launch.Memory; usually in room
	room       [8]exec.Memory
	refused    error           // an image's format does not allow what the kernel does
	objects    []*MemObject    // those used, each with a hold that the receiver must drop; one entry per argument
	queues     []*CommandQueue // likewise

	allocations []*Allocation // those that arguments point into, each used until the receiver ends it
	isOnce      bool          // an argument points to memory that is not known, or that the host uses meanwhile
	reachNumber uint64        // what context.reaches counts the launch by, 0 for none
	context     *Context      // where it is counted
}

// snapshotArgs fills a launchArgs for the kernel on a device. It fails with CL_INVALID_KERNEL_ARGS when an argument is
// not set or its object is released, and with CL_OUT_OF_RESOURCES when the local memory is too small; then no hold is
// left.
func (k *Kernel) snapshotArgs(into *launchArgs, form *kernelForm) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	into.block = append(into.block[:0], k.block...)
	into.objects, into.allocations, into.queues = into.objects[:0], into.allocations[:0], into.queues[:0]
	into.globals, into.refused, into.isOnce = form.exec.globals, nil, false
	if into.memory == nil {
		into.memory = into.room[:0]
	}
	into.memory = append(into.memory[:0],
		exec.Memory{Address: into.globals, SizeBytes: form.exec.program.Globals.SizeBytes})
	if err := k.checkPipesLocked(); err != nil {
		return err
	}
	for i := range k.args {
		if err := k.holdArgLocked(uint32(i), into); err != nil {
			into.dropObjects()
			return err
		}
	}
	into.localBytes = k.packLocalLocked(form.code, into.block)
	if counted := into.localBytes - form.code.ScratchBytes; counted > mostLocalBytes {
		into.dropObjects()
		return k.Context().fail(cl.OutOfResources, "kernel %s uses %d bytes of local memory, but there are %d",
			k.code.Name, counted, mostLocalBytes)
	}
	if !k.reach.isNothing() {
		into.context = k.Context()
		into.reachNumber = into.context.reaches.begin(k.reach)
	}
	return nil
}

func (k *Kernel) holdArgLocked(index uint32, into *launchArgs) error {
	arg := &k.args[index]
	if !arg.isSet {
		return k.failArg(cl.InvalidKernelArgs, index, "the argument is not set")
	}
	if arg.isPointer {
		k.usePointerLocked(index, into)
	}
	if arg.queue != nil {
		if !arg.queue.tryHold() {
			return k.failArg(cl.InvalidKernelArgs, index, "the device queue was released")
		}
		into.queues = append(into.queues, arg.queue)
	}
	if arg.object == nil {
		return nil
	}
	if !arg.object.tryHold() {
		return k.failArg(cl.InvalidKernelArgs, index, "the memory object was released")
	}
	if err := k.checkFormat(index, arg.object); err != nil && into.refused == nil {
		into.refused = err
	}
	into.isOnce = into.isOnce || arg.object.kind == cl.MemObjectPipe // the order of packets depends on the workers
	into.objects = append(into.objects, arg.object)
	into.memory = append(into.memory, exec.Memory{Address: arg.object.address, SizeBytes: arg.object.sizeBytes})
	return nil
}

// packLocalLocked lays out the __local arguments after the kernel's local variables, writes their offsets into block
// (unless it is nil) and returns the bytes of local memory in all.
func (k *Kernel) packLocalLocked(code *compiler.Kernel, block []byte) uint64 {
	total := code.LocalBytes
	for i := range k.code.Args {
		arg := &k.code.Args[i]
		if arg.Kind != compiler.ArgLocal {
			continue
		}
		total = ceil.Multiple(total, alignmentBytes)
		if block != nil {
			binary.NativeEndian.PutUint64(block[arg.OffsetBytes:], total)
		}
		total += k.args[i].localBytes
	}
	return total
}

// dropObjects gives up the holds. It may run on a worker.
func (a *launchArgs) dropObjects() {
	if a.reachNumber != 0 {
		a.context.reaches.end(a.reachNumber)
		a.reachNumber, a.context = 0, nil
	}
	for i, used := range a.allocations {
		used.endUse()
		a.allocations[i] = nil
	}
	a.allocations = a.allocations[:0]
	for i, q := range a.queues {
		q.dropLater()
		a.queues[i] = nil
	}
	a.queues = a.queues[:0]
	for i, m := range a.objects {
		m.dropLater()
		a.objects[i] = nil
	}
	a.objects = a.objects[:0]
}
