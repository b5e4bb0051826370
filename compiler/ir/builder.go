package ir

import (
	"fmt"
	"slices"
)

// NewFunc adds a function with an empty entry block to the module.
func (m *Module) NewFunc(name string) *Func {
	f := &Func{Name: name, ID: FuncID(len(m.Funcs)), Instrs: make([]Instr, 1, 2), Blocks: make([]Block, 1)}
	m.Funcs = append(m.Funcs, f)
	return f
}

// Instr is the instruction that makes value v. The pointer is good until the next instruction is added.
func (f *Func) Instr(v ValueID) *Instr { return &f.Instrs[v] }

// Type is the type of value v.
func (f *Func) Type(v ValueID) Type { return f.Instrs[v].Type }

// Terminator is the instruction that ends block b, or nil while there is none.
func (f *Func) Terminator(b BlockID) *Instr {
	list := f.Blocks[b].Instrs
	if len(list) == 0 {
		return nil
	}
	last := &f.Instrs[list[len(list)-1]]
	if !last.Op.Terminator() {
		return nil
	}
	return last
}

// Space is how many bytes the list of instructions takes.
func (f *Func) Space() uint64 {
	const bytesOfInstr = 64
	return uint64(cap(f.Instrs)) * bytesOfInstr
}

// IsFull reports whether the next statement may need a larger list.
func (f *Func) IsFull() bool { return cap(f.Instrs)-len(f.Instrs) < 1<<12 }

// NewValue adds an instruction that stands in no block's list yet.
func (f *Func) NewValue(in Instr) ValueID {
	if len(f.Instrs) == cap(f.Instrs) {
		f.Instrs = slices.Grow(f.Instrs, len(f.Instrs)+8) // append would copy long functions four times
	}
	f.Instrs = append(f.Instrs, in)
	return ValueID(len(f.Instrs) - 1)
}

// NewBlock adds an empty block.
func (f *Func) NewBlock() BlockID {
	f.Blocks = append(f.Blocks, Block{})
	return BlockID(len(f.Blocks) - 1)
}

// AddParam adds a parameter to block b; every edge into b must pass a value for it.
func (f *Func) AddParam(b BlockID, t Type) ValueID {
	v := f.NewValue(Instr{Op: OpParam, Type: t, Block: b})
	f.Blocks[b].Params = append(f.Blocks[b].Params, v)
	return v
}

// constKey identifies a constant.
type constKey struct {
	bits uint64
	typ  Type
}

// Builder appends instructions to a current block. Constants and allocas go to the top of the entry block, so that they
// dominate all uses; equal constants are one value.
type Builder struct {
	Func *Func
	Pos  Pos // given to the instructions that follow

	block  BlockID
	consts map[constKey]ValueID
	top    int        // how many constants and allocas stand at the top of the entry block
	space  *Workspace // nil: the function's own memory
}

// NewBuilder returns a builder at the end of f's entry block. Constants already at its top are reused.
func NewBuilder(f *Func) *Builder {
	b := &Builder{Func: f, consts: map[constKey]ValueID{}}
	for _, v := range f.Blocks[0].Instrs {
		in := f.Instr(v)
		if in.Op != OpConst && in.Op != OpAlloca {
			break
		}
		if in.Op == OpConst {
			b.consts[constKey{in.Imm, in.Type}] = v
		}
		b.top++
	}
	return b
}

// SetBlock makes block id the current one.
func (b *Builder) SetBlock(id BlockID) { b.block = id }

// Block is the current block.
func (b *Builder) Block() BlockID { return b.block }

// NewBlock adds an empty block and leaves the current one as it is.
func (b *Builder) NewBlock() BlockID {
	if b.space == nil {
		return b.Func.NewBlock()
	}
	b.space.newBlock(b.Func)
	return BlockID(len(b.Func.Blocks) - 1)
}

// List is a list of operands, to stand in an instruction that is emitted next.
func (b *Builder) List(values ...ValueID) []ValueID {
	if b.space == nil {
		return slices.Clone(values)
	}
	return b.space.values.List(values...)
}

// MakeList returns a list of n values for the caller to fill; it may be used until the function is finished.
func (b *Builder) MakeList(n int) []ValueID {
	if b.space == nil {
		return make([]ValueID, n)
	}
	return b.space.values.Make(n)
}

// AddParam adds a parameter to a block.
func (b *Builder) AddParam(id BlockID, t Type) ValueID { return b.Func.AddParam(id, t) }

// Terminated reports whether the current block has its terminator; then nothing can be added.
func (b *Builder) Terminated() bool { return b.Func.Terminator(b.block) != nil }

// Emit adds an instruction to the current block and gives its value.
func (b *Builder) Emit(in Instr) ValueID {
	if b.Terminated() {
		panic(fmt.Sprintf("BUG: %s added to the terminated block %d of %s", in.Op, b.block, b.Func.Name))
	}
	in.Block = b.block
	if in.Pos == 0 {
		in.Pos = b.Pos
	}
	v := b.Func.NewValue(in)
	block := &b.Func.Blocks[b.block]
	block.Instrs = append(block.Instrs, v)
	return v
}

// emitTop adds an instruction at the top of the entry block.
func (b *Builder) emitTop(in Instr) ValueID {
	v := b.Func.NewValue(in)
	list := append(b.Func.Blocks[0].Instrs, 0)
	copy(list[b.top+1:], list[b.top:])
	list[b.top] = v
	b.Func.Blocks[0].Instrs = list
	b.top++
	return v
}

// Const is the constant of type t with the given bits; bits beyond the type's width are dropped.
func (b *Builder) Const(t Type, bits uint64) ValueID {
	key := constKey{bits & t.Mask(), t}
	if v, ok := b.consts[key]; ok {
		return v
	}
	v := b.emitTop(Instr{Op: OpConst, Type: t, Imm: key.bits})
	b.consts[key] = v
	return v
}

// Undef is an undefined value of type t.
func (b *Builder) Undef(t Type) ValueID { return b.Emit(Instr{Op: OpUndef, Type: t}) }

// Arg is the i-th parameter of a non-kernel function.
func (b *Builder) Arg(i int) ValueID {
	return b.Emit(Instr{Op: OpArg, Type: b.Func.Params[i], Imm: uint64(i)})
}

// Un adds an operation on one value that gives the same type.
func (b *Builder) Un(op Op, x ValueID) ValueID {
	return b.Emit(Instr{Op: op, Type: b.Func.Type(x), Args: b.List(x)})
}

// Bin adds an operation on two values of one type that gives the same type.
func (b *Builder) Bin(op Op, x, y ValueID) ValueID {
	return b.Emit(Instr{Op: op, Type: b.Func.Type(x), Args: b.List(x, y)})
}

// FMA adds x*y+z rounded once.
func (b *Builder) FMA(x, y, z ValueID) ValueID {
	return b.Emit(Instr{Op: OpFMA, Type: b.Func.Type(x), Args: b.List(x, y, z)})
}

// ICmp compares integers, truth values or pointers.
func (b *Builder) ICmp(pred ICmpPred, x, y ValueID) ValueID {
	return b.Emit(Instr{Op: OpICmp, Type: I1, Kind: uint8(pred), Args: b.List(x, y)})
}

// FCmp compares floats.
func (b *Builder) FCmp(pred FCmpPred, x, y ValueID) ValueID {
	return b.Emit(Instr{Op: OpFCmp, Type: I1, Kind: uint8(pred), Args: b.List(x, y)})
}

// Select yields then where cond is true, else otherwise.
func (b *Builder) Select(cond, then, otherwise ValueID) ValueID {
	return b.Emit(Instr{Op: OpSelect, Type: b.Func.Type(then), Args: b.List(cond, then, otherwise)})
}

// Conv adds a conversion of v to type t; kind is the rounding mode of those that round.
func (b *Builder) Conv(op Op, t Type, kind Rounding, v ValueID) ValueID {
	return b.Emit(Instr{Op: op, Type: t, Kind: uint8(kind), Args: b.List(v)})
}

// Alloca adds private memory to the entry block, whatever the current block is.
func (b *Builder) Alloca(sizeBytes uint64, align uint8) ValueID {
	return b.emitTop(Instr{Op: OpAlloca, Type: Ptr, Imm: sizeBytes, Align: align, Space: SpacePrivate, Pos: b.Pos})
}

// Load reads a value of type t.
func (b *Builder) Load(t Type, ptr ValueID, space Space, align uint8) ValueID {
	return b.Emit(Instr{Op: OpLoad, Type: t, Space: space, Align: align, Args: b.List(ptr)})
}

// Store writes v.
func (b *Builder) Store(ptr, v ValueID, space Space, align uint8) {
	b.Emit(Instr{Op: OpStore, Space: space, Align: align, Args: b.List(ptr, v)})
}

// PtrAdd is ptr moved by an i64 number of bytes.
func (b *Builder) PtrAdd(ptr, offset ValueID) ValueID {
	return b.Emit(Instr{Op: OpPtrAdd, Type: Ptr, Args: b.List(ptr, offset)})
}

// PtrAddConst is ptr moved by a constant number of bytes; ptr itself for 0.
func (b *Builder) PtrAddConst(ptr ValueID, offset int64) ValueID {
	if offset == 0 {
		return ptr
	}
	return b.PtrAdd(ptr, b.Const(I64, uint64(offset)))
}

// WorkItem adds a query of the work-item's place in the given dimension.
func (b *Builder) WorkItem(op Op, dimension uint8) ValueID {
	return b.Emit(Instr{Op: op, Type: I64, Kind: dimension})
}

// Call calls a function and returns its results, as many as there are types.
func (b *Builder) Call(callee FuncID, results []Type, args ...ValueID) []ValueID {
	call := Instr{Op: OpCall, Imm: uint64(callee), Args: args}
	if len(results) == 0 {
		b.Emit(call)
		return nil
	}
	call.Type = results[0]
	values := []ValueID{b.Emit(call)}
	for i, t := range results[1:] {
		more := Instr{Op: OpResult, Type: t, Imm: uint64(i + 1), Args: b.List(values[0])}
		values = append(values, b.Emit(more))
	}
	return values
}

func (b *Builder) terminate(in Instr, succs ...Edge) {
	b.Emit(in)
	if b.space == nil {
		b.Func.Blocks[b.block].Succs = slices.Clone(succs)
		return
	}
	b.Func.Blocks[b.block].Succs = b.space.edges.list(succs...)
}

// Jump ends the block.
func (b *Builder) Jump(to BlockID, args ...ValueID) {
	b.terminate(Instr{Op: OpJump}, Edge{To: to, Args: args})
}

// Branch ends the block: then if cond is true, otherwise if not.
func (b *Builder) Branch(cond ValueID, then, otherwise Edge) {
	b.terminate(Instr{Op: OpBranch, Args: b.List(cond)}, then, otherwise)
}

// Switch ends the block: v equal to values[i] goes to cases[i], anything else to otherwise.
func (b *Builder) Switch(v ValueID, otherwise Edge, values []uint64, cases []Edge) {
	b.terminate(Instr{Op: OpSwitch, Args: b.List(v)}, append([]Edge{otherwise}, cases...)...)
	b.Func.Blocks[b.block].Cases = values
}

// Return ends the block and the function.
func (b *Builder) Return(values ...ValueID) { b.terminate(Instr{Op: OpReturn, Args: values}) }

// ImageRead reads an element of an image: four channels of type t. The space is SpaceConstant if nothing writes the
// image while the kernel runs, else SpaceGlobal. The operands are described in image.go.
func (b *Builder) ImageRead(kind ImageKind, t Type, space Space, operands ...ValueID) (channels [4]ValueID) {
	read := b.Emit(Instr{Op: OpImageRead, Type: t, Kind: uint8(kind), Space: space, Args: b.List(operands...)})
	channels[0] = read
	for i := range channels[1:] {
		channels[i+1] = b.Emit(Instr{Op: OpResult, Type: t, Imm: uint64(i + 1), Args: b.List(read)})
	}
	return channels
}

// ImageWrite writes an element of an image. The operands are described in image.go.
func (b *Builder) ImageWrite(kind ImageKind, operands ...ValueID) {
	b.Emit(Instr{Op: OpImageWrite, Kind: uint8(kind), Args: b.List(operands...)})
}
