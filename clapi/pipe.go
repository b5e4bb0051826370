package clapi

import (
	"math/bits"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
)

// A pipe is memory that only kernels look into: compiler/builtin/lib/pipe.cl tells how it is used.

// The words of its head, as pipe.cl has them.
const (
	pipePacketBytes = 0
	pipeMaxPackets  = 1
	pipeSlotMask    = 2
	pipeFirstPacket = 3  // offset in bytes
	pipeWritten     = 16 // and pipeRead: how many packets were ever reserved
	pipeRead        = 32
	pipeTurns       = 48 // a word for each slot
)

const (
	maxPipeArgs         = 128
	maxPipePacketBytes  = 1024
	maxPipePackets      = 1 << 30 // counts are compared as signed numbers
	maxPipeReservations = 1024    // of a work-item; there is no limit but that of the packets
)

// CreatePipe is clCreatePipe. hasProperties: properties is not NULL.
func (c *Context) CreatePipe(flags uint64, packetBytes, maxPackets uint32, hasProperties bool) (*MemObject, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	if unknown := flags &^ (cl.MemReadWrite | cl.MemHostNoAccess); unknown != 0 {
		return nil, c.fail(cl.InvalidValue, "flags has %#x, which pipes cannot have", unknown)
	}
	if hasProperties {
		return nil, c.fail(cl.InvalidValue, "properties is not NULL")
	}
	if packetBytes == 0 || packetBytes > maxPipePacketBytes || maxPackets == 0 {
		return nil, c.fail(cl.InvalidPipeSize, "pipe_packet_size is %d, not in 1 to %d, or pipe_max_packets %d is 0",
			packetBytes, maxPipePacketBytes, maxPackets)
	}
	if flags == 0 {
		flags = cl.MemReadWrite | cl.MemHostNoAccess
	}
	m := &MemObject{context: c, kind: cl.MemObjectPipe, flags: flags, ownsMemory: true,
		packetBytes: packetBytes, maxPackets: maxPackets}
	if err := m.allocatePipe(); err != nil {
		return nil, err
	}
	return m.started()
}

// allocatePipe makes the memory of an empty pipe.
func (m *MemObject) allocatePipe() error {
	slots := uint64(1) << bits.Len32(m.maxPackets-1)
	first := uint64(pipeTurns+slots)*4 + alignmentBytes - 1
	first -= first % alignmentBytes
	m.sizeBytes = first + slots*uint64(m.packetBytes)
	if m.maxPackets > maxPipePackets || m.sizeBytes > m.context.devices[0].machine.MaxAllocBytes {
		return m.context.fail(cl.MemObjectAllocationFailure, "%d packets of %d bytes are more than a pipe can hold",
			m.maxPackets, m.packetBytes)
	}
	if err := m.allocateOwn(); err != nil {
		return err
	}
	address := m.address
	clear(hostmem.Bytes(address, first))
	word := func(at uint64) *uint32 { return hostmem.At[uint32](uint64(address) + 4*at) }
	*word(pipePacketBytes), *word(pipeMaxPackets) = m.packetBytes, m.maxPackets
	*word(pipeSlotMask), *word(pipeFirstPacket) = uint32(slots-1), uint32(first)
	*word(pipeWritten), *word(pipeRead) = 0, 0
	for slot := range slots {
		*word(pipeTurns + slot) = uint32(slot)
	}
	return nil
}

// setPipeArg takes a pipe, which must be there.
func (k *Kernel) setPipeArg(index uint32, size uint64, value uintptr, find func(uintptr) *MemObject) error {
	if size != handleBytes {
		return k.failArgSize(index, size, handleBytes)
	}
	var pipe *MemObject
	if value != 0 {
		pipe = find(readHandle(value))
	}
	arg := &k.code.Args[index]
	switch {
	case pipe == nil || pipe.kind != cl.MemObjectPipe:
		return k.failArg(cl.InvalidMemObject, index, "arg_value is not a valid pipe")
	case pipe.context != k.Context():
		return k.failArg(cl.InvalidContext, index, "arg_value is a pipe of another context")
	case arg.PacketBytes != 0 && uint64(pipe.packetBytes) != arg.PacketBytes: // 0: a module uses no packets of it
		return k.Context().fail(cl.InvalidArgValue, "kernel %s, argument %d (pipe %s %s): packets of the pipe have %d "+
			"bytes, not %d", k.code.Name, index, arg.TypeName, arg.Name, pipe.packetBytes, arg.PacketBytes)
	}
	k.setWord(index, uint64(pipe.address), pipe)
	return nil
}

// checkPipes answers CL_INVALID_ARG_VALUE for a kernel that reads and writes one pipe.
func (k *Kernel) checkPipesLocked() error {
	for i := range k.args {
		if k.code.Args[i].Kind != compiler.ArgPipe || k.args[i].object == nil {
			continue
		}
		for j := range i {
			if k.code.Args[j].Kind == compiler.ArgPipe && k.args[j].object == k.args[i].object &&
				k.code.Args[j].Access != k.code.Args[i].Access {
				return k.failArg(cl.InvalidKernelArgs, uint32(i), "the kernel would read and write one pipe")
			}
		}
	}
	return nil
}

var pipeInfo = lazyInfo(func() infoTable[*MemObject] {
	return infoTable[*MemObject]{
		cl.PipePacketSize: func(m *MemObject) []byte { return infoUint32(m.packetBytes) },
		cl.PipeMaxPackets: func(m *MemObject) []byte { return infoUint32(m.maxPackets) },
		cl.PipeProperties: func(m *MemObject) []byte { return nil },
	}
})

// GetPipeInfo is clGetPipeInfo.
func (m *MemObject) GetPipeInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := m.check(); err != nil {
		return 0, err
	}
	if m.kind != cl.MemObjectPipe {
		return 0, m.context.fail(cl.InvalidMemObject, "pipe is another memory object")
	}
	return pipeInfo().get(m.context, m, name, out)
}
