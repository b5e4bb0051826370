package spirv

import "heddle/compiler/ceil"

// TypeKind is the sort of a type.
type TypeKind uint8

// The sorts of types.
const (
	Void TypeKind = iota
	Bool
	Int
	Float
	Vector
	Array
	Struct
	Pointer
	FunctionType
	Image
	Sampler
	SampledImage
	Event
	Pipe
	PipeStorage
	ReserveID
	NamedBarrier
	Queue
	DeviceEvent
	Opaque
)

// Type is a type of a module.
type Type struct {
	ID      ID
	Kind    TypeKind
	Bits    uint    // Int, Float
	Elem    *Type   // Vector, Array, Pointer, SampledImage; nil: the pointer is not defined yet, or is untyped
	Count   uint64  // Vector, Array: the number of elements
	Members []*Type // Struct; FunctionType: the parameters
	Offsets []uint64
	Result  *Type // FunctionType
	Storage uint32
	Dim     uint32 // Image
	Arrayed bool
	Depth   bool
	Access  uint32 // Image, Pipe: access qualifier

	Size    uint64 // in memory, 0 if it cannot lie there
	Align   uint64
	Scalars uint64 // how many scalars a value consists of; at most tooMany
	depth   int    // of nesting
	nodes   uint64 // of the tree of its parts, itself included; at most tooMany
}

const (
	maxTypeBytes = 1 << 40
	tooMany      = 1 << 32
	maxNesting   = 255
	// MaxScalars is the largest number of scalars of a value that is more than memory.
	MaxScalars = 1 << 14
	maxMembers = 16383
)

// IsValue reports whether results can be of the type.
func (t *Type) IsValue() bool { return t.Kind != Void && t.Kind != FunctionType && t.Kind != Opaque }

// Scalar is the element of a vector, and other types themselves.
func (t *Type) Scalar() *Type {
	if t.Kind == Vector {
		return t.Elem
	}
	return t
}

// Lanes is the number of elements of a vector, 1 for other types.
func (t *Type) Lanes() int {
	if t.Kind == Vector {
		return int(t.Count)
	}
	return 1
}

// IsComposite reports whether values have parts.
func (t *Type) IsComposite() bool { return t.Kind == Vector || t.Kind == Array || t.Kind == Struct }

// Part is the type of the n-th part of a composite; nil if it has no such part.
func (t *Type) Part(n uint64) *Type {
	switch {
	case t.Kind == Struct && n < uint64(len(t.Members)):
		return t.Members[n]
	case (t.Kind == Vector || t.Kind == Array) && n < t.Count:
		return t.Elem
	}
	return nil
}

// PartScalar is the number of the first scalar of a part among the scalars of the whole.
func (t *Type) PartScalar(n uint64) uint64 {
	if t.Kind != Struct {
		return n * t.Elem.Scalars
	}
	sum := uint64(0)
	for _, m := range t.Members[:n] {
		sum += m.Scalars
	}
	return sum
}

// PartOffset is the place of a part in memory.
func (t *Type) PartOffset(n uint64) uint64 {
	if t.Kind == Struct {
		return t.Offsets[n]
	}
	return n * t.Elem.Size
}

// declareType enters a type.
func (m *Module) declareType(in *Instruction) {
	t := m.newType(in)
	t.ID = in.Result
	if old := m.forward[in.Result]; old != nil {
		if t.Kind != Pointer || t.Storage != old.Storage {
			in.bail("it is declared as another pointer before")
		}
		delete(m.forward, in.Result)
		old.Elem = t.Elem
		return
	}
	m.define(in, definition{kind: isType, typ: t})
	m.types = append(m.types, t)
}

func (m *Module) newType(in *Instruction) *Type {
	switch in.Op {
	case OpTypeVoid:
		return &Type{Kind: Void}
	case OpTypeBool:
		return &Type{Kind: Bool, Bits: 1, Size: 1, Align: 1, Scalars: 1}
	case OpTypeInt:
		return m.intType(in)
	case OpTypeFloat:
		return floatType(in)
	case OpTypeVector:
		return m.vectorType(in)
	case OpTypeArray:
		return m.arrayType(in)
	case OpTypeStruct:
		return m.structType(in)
	case OpTypePointer:
		return m.pointerType(in)
	case OpTypeUntypedPointer:
		return &Type{Kind: Pointer, Storage: checkStorage(in, in.Args[0]), Size: 8, Align: 8, Scalars: 1}
	case OpTypeFunction:
		return m.functionType(in)
	case OpTypeImage:
		return m.imageType(in)
	case OpTypeSampler:
		return &Type{Kind: Sampler, Size: 8, Align: 8, Scalars: 1}
	case OpTypeSampledImage:
		return m.sampledImageType(in)
	case OpTypeEvent:
		return &Type{Kind: Event, Size: 8, Align: 8, Scalars: 1}
	case OpTypeReserveId:
		return &Type{Kind: ReserveID, Size: 8, Align: 8, Scalars: 1}
	case OpTypePipe:
		if in.Args[0] > 1 {
			in.bail("pipes are for reading or for writing")
		}
		return &Type{Kind: Pipe, Access: in.Args[0], Size: 8, Align: 8, Scalars: 1}
	case OpTypePipeStorage:
		return &Type{Kind: PipeStorage, Size: 8, Align: 8, Scalars: 1}
	case OpTypeQueue:
		return &Type{Kind: Queue, Size: 8, Align: 8, Scalars: 1}
	case OpTypeDeviceEvent:
		return &Type{Kind: DeviceEvent, Size: 8, Align: 8, Scalars: 1}
	case OpTypeNamedBarrier:
		return &Type{Kind: NamedBarrier, Size: 8, Align: 8, Scalars: 1}
	case OpTypeOpaque:
		return &Type{Kind: Opaque}
	case OpTypeMatrix:
		in.bail("OpenCL has no matrices")
	}
	in.bail("this type is not supported")
	return nil
}

func (m *Module) intType(in *Instruction) *Type {
	bits := in.Args[0]
	switch {
	case bits == 0 || bits > maxIntBits:
		in.bail("an integer of %d bits; there may be %d", bits, maxIntBits)
	case bits != 8 && bits != 16 && bits != 32 && bits != 64 && !m.has[capabilityAnyInteger] &&
		(bits != 4 || !m.has[capabilityInt4]):
		in.bail("an integer of %d bits, but the capability ArbitraryPrecisionIntegersINTEL is not declared", bits)
	}
	if bits > 64 {
		return &Type{Kind: Int, Bits: uint(bits), Size: 16, Align: 8, Scalars: 2}
	}
	size := uint64(containerBits(uint(bits))) / 8
	return &Type{Kind: Int, Bits: uint(bits), Size: size, Align: size, Scalars: 1}
}

func floatType(in *Instruction) *Type {
	bits := in.Args[0]
	switch bits {
	case 16, 32, 64:
		size := uint64(bits / 8)
		return &Type{Kind: Float, Bits: uint(bits), Size: size, Align: size, Scalars: 1}
	}
	in.bail("a float of %d bits; there are those of 16, 32 and 64", bits)
	return nil
}

func (m *Module) vectorType(in *Instruction) *Type {
	elem, n := m.typeOf(in, in.ID(0)), uint64(in.Args[1])
	if elem.Kind != Bool && elem.Kind != Int && elem.Kind != Float && elem.Kind != Pointer {
		in.bail("its elements are no scalars")
	}
	if elem.IsWide() {
		in.bail("a vector of integers of %d bits; there may be 64", elem.Bits)
	}
	size := n
	switch n {
	case 3:
		size = 4
	case 2, 4, 8, 16:
	default:
		in.bail("a vector of %d elements; there are those of 2, 3, 4, 8 and 16", n)
	}
	bytes := size * elem.Size
	return &Type{Kind: Vector, Elem: elem, Count: n, Size: bytes, Align: bytes, Scalars: n, depth: 1}
}

func (m *Module) arrayType(in *Instruction) *Type {
	elem, n := m.memoryType(in, in.ID(0)), m.numberOf(in, in.ID(1))
	if n == 0 || n > maxTypeBytes || elem.Size != 0 && n > maxTypeBytes/elem.Size {
		in.bail("an array of %d elements of %d bytes; it must have from 1 element to %d bytes", n, elem.Size,
			uint64(maxTypeBytes))
	}
	t := &Type{Kind: Array, Elem: elem, Count: n, Size: n * elem.Size, Align: elem.Align, depth: elem.depth + 1}
	t.Scalars, t.nodes = times(n, elem.Scalars), times(n, elem.size())
	checkNesting(in, t)
	return t
}

// times is a product of numbers up to tooMany, at most that.
func times(n, each uint64) uint64 {
	if each == 0 || n < tooMany/each {
		return n * each
	}
	return tooMany
}

// size is the number of nodes of the tree of a type's parts.
func (t *Type) size() uint64 { return max(t.nodes, 1) }

// IsLarge reports whether values of the type are too large to be more than memory.
func (t *Type) IsLarge() bool { return t.Scalars > MaxScalars || t.size() > 2*MaxScalars }

// memoryType is a type whose values can lie in memory.
func (m *Module) memoryType(in *Instruction, id ID) *Type {
	t := m.typeOf(in, id)
	if !t.IsValue() || t.Kind == SampledImage {
		in.bail("%%%d is no type of values in memory", id)
	}
	return t
}

func checkNesting(in *Instruction, t *Type) {
	if t.depth > maxNesting {
		in.bail("types are nested more than %d deep", maxNesting)
	}
}

func (m *Module) structType(in *Instruction) *Type {
	t := &Type{Kind: Struct, Align: 1}
	_, packed := m.Decorated(in.Result, DecorationCPacked)
	if len(in.Args) > maxMembers {
		in.bail("%d members; there may be %d", len(in.Args), maxMembers)
	}
	for i := range in.Args {
		member := m.memoryType(in, in.ID(i))
		align := member.Align
		if packed || align == 0 {
			align = 1
		}
		offset := ceil.Multiple(t.Size, align)
		t.Members, t.Offsets = append(t.Members, member), append(t.Offsets, offset)
		t.Size, t.Align = offset+member.Size, max(t.Align, align)
		t.Scalars = min(t.Scalars+member.Scalars, tooMany)
		t.nodes = min(t.nodes+member.size(), tooMany)
		t.depth = max(t.depth, member.depth+1)
		if t.Size > maxTypeBytes {
			in.bail("a structure of more than %d bytes", uint64(maxTypeBytes))
		}
	}
	t.Size = ceil.Multiple(t.Size, t.Align)
	checkNesting(in, t)
	return t
}

func (m *Module) pointerType(in *Instruction) *Type {
	storage := checkStorage(in, in.Args[0])
	elem := m.typeOf(in, in.ID(1))
	switch elem.Kind {
	case FunctionType:
		return m.functionPointer(in, storage)
	case Void:
		in.bail("a pointer to %%%d, which is no type of values", in.ID(1))
	}
	return &Type{Kind: Pointer, Storage: storage, Elem: elem, Size: 8, Align: 8, Scalars: 1}
}

// forwardPointer declares a pointer whose pointee is not known yet.
func (m *Module) forwardPointer(in *Instruction) {
	id := in.ID(0)
	if m.defs[id].kind != isNothing {
		in.bail("%%%d is defined before", id)
	}
	t := &Type{ID: id, Kind: Pointer, Storage: checkStorage(in, in.Args[1]), Size: 8, Align: 8, Scalars: 1}
	m.forward[id] = t
	m.defs[id] = definition{kind: isType, typ: t, in: in}
}

func checkStorage(in *Instruction, storage uint32) uint32 {
	switch storage {
	case StorageUniformConstant, StorageInput, StorageWorkgroup, StorageCrossWorkgroup, StorageFunction, StorageGeneric:
		return storage
	case storageDeviceOnly, storageHostOnly:
		return StorageCrossWorkgroup
	case storageCode:
		return StorageGeneric
	}
	in.bail("the storage class %s is not supported", EnumName("StorageClass", storage))
	return 0
}

func (m *Module) functionType(in *Instruction) *Type {
	t := &Type{Kind: FunctionType, Result: m.typeOf(in, in.ID(0))}
	if t.Result.Kind != Void && !t.Result.IsValue() {
		in.bail("functions cannot return %%%d", in.ID(0))
	}
	const maxParameters = 1023 // the specification asks for 255; translators of LLVM do not count
	if len(in.Args) > maxParameters+1 {
		in.bail("%d parameters; there may be %d", len(in.Args)-1, maxParameters)
	}
	for i := 1; i < len(in.Args); i++ {
		t.Members = append(t.Members, m.memoryType(in, in.ID(i)))
	}
	return t
}

func (m *Module) imageType(in *Instruction) *Type {
	t := &Type{Kind: Image, Size: 8, Align: 8, Scalars: 1, Dim: in.Args[1], Depth: in.Args[2] == 1,
		Arrayed: in.Args[3] != 0}
	if len(in.Args) > 7 {
		t.Access = in.Args[7]
	}
	switch {
	case m.typeOf(in, in.ID(0)).Kind != Void:
		in.bail("the sampled type of images must be void")
	case in.Args[4] != 0:
		in.bail("images with several samples are not supported")
	case t.Dim != Dim1D && t.Dim != Dim2D && t.Dim != Dim3D && t.Dim != DimBuffer:
		in.bail("images of dimension %s are not supported", EnumName("Dim", t.Dim))
	case t.Arrayed && t.Dim != Dim1D && t.Dim != Dim2D:
		in.bail("arrays of images are of one or two dimensions")
	case t.Depth && t.Dim != Dim2D:
		in.bail("depth images have two dimensions")
	case t.Access > 2:
		in.bail("unknown access qualifier %d", t.Access)
	}
	return t
}

func (m *Module) sampledImageType(in *Instruction) *Type {
	image := m.typeOf(in, in.ID(0))
	if image.Kind != Image {
		in.bail("%%%d is no image type", in.ID(0))
	}
	return &Type{Kind: SampledImage, Elem: image, Size: 16, Align: 8, Scalars: 2}
}
