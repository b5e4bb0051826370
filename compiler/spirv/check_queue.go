package spirv

// Device queues. The function that OpEnqueueKernel and the queries name becomes a kernel of its own, whose first
// argument is the memory that Param points to, so the function must be here. Where the size of that memory is no
// constant, the child has room for as much as a kernel may have arguments.

// queueShapes has for each instruction a letter for the result and one for each operand:
//
//	v  nothing      u  an integer of 32 bits        b  a truth value
//	q  a queue      e  an event                     l  a pointer to events
//	r  a range: a structure as OpBuildNDRange makes it, or a pointer to one
//	a  a pointer to memory for profiling information
//	f  the function, after which come the pointer to its arguments, their size and their alignment
//	*  the sizes of local memory for the function's further parameters
var queueShapes = map[Opcode]string{
	OpEnqueueMarker: "uqull", OpEnqueueKernel: "uqurullf*", OpGetKernelNDrangeSubGroupCount: "urf",
	OpGetKernelNDrangeMaxSubGroupSize: "urf", OpGetKernelWorkGroupSize: "uf",
	OpGetKernelPreferredWorkGroupSizeMultiple: "uf", OpGetKernelLocalSizeForSubgroupCount: "uuf",
	OpGetKernelMaxNumSubgroups: "uf", OpRetainEvent: "ve", OpReleaseEvent: "ve", OpCreateUserEvent: "e",
	OpIsValidEvent: "be", OpSetUserEventStatus: "veu", OpCaptureEventProfilingInfo: "veua", OpGetDefaultQueue: "q",
}

// Invoked is a function that becomes a kernel, as one instruction names it.
type Invoked struct {
	Operand  int // the number of the function; the pointer to its arguments, their size and alignment follow
	Function *Function
	Bytes    uint64 // of its arguments; the most that there may be if Varies
	Varies   bool   // the size is no constant
	Align    uint64
}

// Invokes is the function that an instruction of device queues names; false for other instructions.
func (m *Module) Invokes(in *Instruction) (v Invoked, ok bool) {
	shape := queueShapes[in.Op]
	for n := 1; n < len(shape); n++ {
		if shape[n] == 'f' {
			v.Operand = n - 1
			v.Function = m.Function(in.ID(n - 1))
			v.Bytes, v.Varies, v.Align = maxVaryingBytes, true, maxParamAlign
			if size := m.Constant(in.ID(n + 1)); size != nil {
				v.Bytes, v.Varies = size.Bits, false
			}
			if align := m.Constant(in.ID(n + 2)); align != nil {
				v.Align = align.Bits
			}
			return v, true
		}
	}
	return v, false
}

// LocalSizes is the number of the first operand of an OpEnqueueKernel that is the size of local memory.
const LocalSizes = 10

func (c *checker) queue() {
	shape := queueShapes[c.in.Op]
	switch shape[0] {
	case 'u':
		c.need(c.result().Kind == Int && c.result().Bits == 32, "its type is no integer of 32 bits")
	case 'b':
		c.need(c.result().Kind == Bool, "its type is not bool")
	case 'e':
		c.need(c.result().Kind == DeviceEvent, "its type is no event")
	case 'q':
		c.need(c.result().Kind == Queue, "its type is no queue")
	}
	for n, letter := range shape[1:] {
		c.queueOperand(letter, n)
	}
}

func (c *checker) queueOperand(letter rune, n int) {
	switch letter {
	case 'u':
		c.need(c.typ(n).Kind == Int && c.typ(n).Bits == 32, "operand %d is no integer of 32 bits", n)
	case 'q':
		c.need(c.typ(n).Kind == Queue, "operand %d is no queue", n)
	case 'e':
		c.need(c.typ(n).Kind == DeviceEvent, "operand %d is no event", n)
	case 'l':
		p := c.anyPointer(n)
		c.need(p.Elem == nil || p.Elem.Kind == DeviceEvent, "operand %d is no pointer to events", n)
	case 'r':
		t := c.typ(n)
		if t.Kind == Pointer && t.Elem != nil {
			t = t.Elem
		}
		c.need(t.isRange(), "operand %d is no range", n)
	case 'a':
		c.need(c.anyPointer(n).Storage == StorageCrossWorkgroup || c.anyPointer(n).Storage == StorageGeneric,
			"operand %d is no pointer to global memory", n)
	case 'f':
		c.invoked(n)
	case '*':
		c.localSizes()
	}
}

// isRange reports whether a type is a structure of the number of dimensions, and three arrays: the offset, the global
// and the local size.
func (t *Type) isRange() bool {
	if t.Kind != Struct || len(t.Members) != 4 || t.Members[0].Kind != Int || t.Members[0].Bits != 32 {
		return false
	}
	for _, m := range t.Members[1:] {
		if m.Kind != Array || m.Count != 3 || m.Elem.Kind != Int || m.Elem.Bits != 64 {
			return false
		}
	}
	return true
}

const (
	maxParamBytes   = 1 << 16
	maxVaryingBytes = 4096 // CL_DEVICE_MAX_PARAMETER_SIZE
	maxParamAlign   = 128  // to which argument blocks are aligned
)

// invoked checks the function that is to be a kernel, and what it gets.
func (c *checker) invoked(n int) {
	f := c.m.Function(c.in.ID(n))
	c.need(f != nil && len(f.Blocks) > 0, "%%%d is no function with a body", c.in.Args[n])
	params := f.Type.Members
	c.need(f.Type.Result.Kind == Void && len(params) > 0, "%%%d must return nothing and have a parameter", f.ID)
	c.need(params[0].Kind == Pointer && (params[0].Storage == StorageGeneric || params[0].Storage == StorageFunction),
		"the first parameter of %%%d must be a pointer of storage class Generic or Function", f.ID)
	for i, p := range params[1:] {
		c.need(p.Kind == Pointer && p.Storage == StorageWorkgroup,
			"parameter %d of %%%d must be a pointer of storage class Workgroup", i+1, f.ID)
	}
	c.anyPointer(n + 1)
	c.need(c.typ(n+2).Kind == Int && c.typ(n+3).Kind == Int, "size or alignment of the arguments is no integer")
	if c.m.Constant(c.in.ID(n+2)) != nil {
		size := c.constant(n + 2)
		c.need(size <= maxParamBytes, "arguments of %d bytes; there may be %d", size, maxParamBytes)
	}
	if c.m.Constant(c.in.ID(n+3)) != nil {
		align := c.constant(n + 3)
		c.need(align > 0 && align&(align-1) == 0, "an alignment of %d, which is no power of two", align)
	}
}

// localSizes checks the sizes of local memory, which are integers, or pointers to them as translators of LLVM write.
func (c *checker) localSizes() {
	f := c.m.Function(c.in.ID(LocalSizes - 4))
	c.need(len(c.in.Args)-LocalSizes == len(f.Type.Members)-1, "%d sizes of local memory for %d parameters",
		len(c.in.Args)-LocalSizes, len(f.Type.Members)-1)
	for n := LocalSizes; n < len(c.in.Args); n++ {
		t := c.typ(n)
		if t.Kind == Pointer && t.Elem != nil {
			t = t.Elem
		}
		c.need(t.Kind == Int, "operand %d is no size", n)
	}
}

// buildRange checks sizes that are integers or arrays of two or three.
func (c *checker) buildRange() {
	c.need(c.result().isRange(), "its type is not that of ranges")
	t := c.typ(0)
	c.need(isSizes(t), "the global size is not an integer of 64 bits or an array of two or three")
	c.need(sameType(t, c.typ(1)) && sameType(t, c.typ(2)), "the sizes are of different types")
}

func isSizes(t *Type) bool {
	if t.Kind == Array && (t.Count == 2 || t.Count == 3) {
		t = t.Elem
	}
	return t.Kind == Int && t.Bits == 64
}
