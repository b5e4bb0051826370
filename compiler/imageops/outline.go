package imageops

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// Kernels that call functions for their image operations.
//
// Such a kernel is the same for all formats and samplers, so it is compiled once, before any launch. What a format or a
// sampler changes are the functions, of which a kernel has few: all reads of an image in the same way call one. So a
// launch with a new format only waits for a function. Calls are slower than what Expand makes (coordinates and colours
// go through memory, and nothing is known of coordinates), so this is for launches until that is there.
//
// A function takes the coordinates, the level or gradients, and what is written; it finds the image and the sampler in
// the block of arguments itself. Of coordinates that are global ids plus constants it takes the constants, so that it
// accesses rows as the kernel would. It returns the channels that the kernel uses.

// Outlined is a kernel that calls functions for its image operations.
type Outlined struct {
	Module    *ir.Module // with a declaration of each function
	Kernel    *ir.Func
	Functions []Function
	IsShared  bool // there are functions that are called at several places
	arguments []Argument
}

// Function is an image operation that a kernel does at one or more places.
type Function struct {
	ID       ir.FuncID
	IsWrite  bool
	IsForAll bool // all work-items call it at the same time
	kind     ir.ImageKind
	channel  ir.Type // of what is read
	space    ir.Space
	image    uint32  // where in the block of arguments
	sampler  operand // if the kind is sampled
	params   []ir.Type
	ids      [3]uint8 // by coordinate: one more than the dimension if it is a global id plus a parameter
	channels uint8    // that are used, a bit each
}

// operand is a constant, or an argument at an offset.
type operand struct {
	isConst bool
	value   uint64
}

// is reports whether two operations are the same function.
func (f *Function) is(other *Function) bool {
	return f.IsWrite == other.IsWrite && f.kind == other.kind && f.channel == other.channel && f.space == other.space &&
		f.image == other.image && f.sampler == other.sampler && f.ids == other.ids &&
		slices.Equal(f.params, other.params)
}

// Outline makes the kernel that calls functions, in a module of its own. It only reads the kernel.
func Outline(m *ir.Module, f *ir.Func, arguments []Argument) *Outlined {
	o := &Outlined{Kernel: f.Clone(), arguments: arguments}
	copied := *m
	copied.Funcs = slices.Clone(m.Funcs)
	o.Module = &copied
	functionOf := map[ir.ValueID]int{}
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			switch in := f.Instr(v); {
			case isImageOperation(in.Op):
				functionOf[v] = o.functionFor(f, in)
				fn := &o.Functions[functionOf[v]]
				fn.IsForAll = fn.IsForAll && isForAll(f, ir.BlockID(b))
			case in.Op == ir.OpResult && f.Instr(in.Args[0]).Op == ir.OpImageRead:
				o.Functions[functionOf[in.Args[0]]].channels |= 1 << in.Imm
			}
		}
	}
	o.IsShared = len(functionOf) > len(o.Functions)
	for i := range o.Functions {
		o.declare(&o.Functions[i])
	}
	o.call(functionOf)
	var scratch rewrite.Scratch
	rewrite.RemoveDead(o.Kernel, &scratch)
	return o
}

// isForAll reports whether all work-items come to a block, once: it lies on all ways through the function, and in no
// loop.
func isForAll(f *ir.Func, block ir.BlockID) bool {
	seen := make([]bool, len(f.Blocks))
	var passes func(b ir.BlockID) bool // reports whether a way from a block to an end goes around the block
	passes = func(b ir.BlockID) bool {
		if b == block || seen[b] {
			return false
		}
		seen[b] = true
		return len(f.Blocks[b].Succs) == 0 ||
			slices.ContainsFunc(f.Blocks[b].Succs, func(e ir.Edge) bool { return passes(e.To) })
	}
	if passes(0) {
		return false
	}
	clear(seen)
	var returns func(b ir.BlockID) bool
	returns = func(b ir.BlockID) bool {
		return slices.ContainsFunc(f.Blocks[b].Succs, func(e ir.Edge) bool {
			if e.To == block || seen[e.To] {
				return e.To == block
			}
			seen[e.To] = true
			return returns(e.To)
		})
	}
	return !returns(block)
}

// functionFor is the function of an operation, by its number.
func (o *Outlined) functionFor(f *ir.Func, in *ir.Instr) int {
	kind := ir.ImageKind(in.Kind)
	offset, _ := argument(f, in.Args[0])
	fn := Function{IsWrite: in.Op == ir.OpImageWrite, kind: kind, channel: in.Type, space: in.Space,
		image: uint32(offset), channels: 1, IsForAll: true}
	if kind.Sampled() {
		if s := f.Instr(in.Args[1]); s.Op == ir.OpConst {
			fn.sampler = operand{true, s.Imm}
		} else {
			offset, _ := argument(f, in.Args[1])
			fn.sampler = operand{false, uint64(offset)}
		}
	}
	for i, v := range in.Args[fn.leading():] {
		fn.params = append(fn.params, f.Type(v))
		if i >= kind.Coordinates() || kind.FloatCoordinates() {
			continue
		}
		if dimension, _, ok := idPlus(f, v); ok {
			fn.ids[i] = 1 + dimension
		}
	}
	if i := slices.IndexFunc(o.Functions, func(other Function) bool { return other.is(&fn) }); i >= 0 {
		return i
	}
	o.Functions = append(o.Functions, fn)
	return len(o.Functions) - 1
}

// leading is how many operands of the operation a function finds itself.
func (f *Function) leading() int {
	if f.kind.Sampled() {
		return 2
	}
	return 1
}

// declare adds a function without a body to the module.
func (o *Outlined) declare(fn *Function) {
	f := fn.empty()
	f.ID = ir.FuncID(len(o.Module.Funcs))
	o.Module.Funcs = append(o.Module.Funcs, f)
	fn.ID = f.ID
}

// empty is the function without a body.
func (f *Function) empty() *ir.Func {
	e := &ir.Func{Name: "image", Params: f.params, NoInline: true, AccessesImage: true,
		Instrs: make([]ir.Instr, 1), Blocks: make([]ir.Block, 1)}
	for i, id := range f.ids {
		if id > 0 {
			e.SameParams |= 1 << i
		}
	}
	if !f.IsWrite {
		for range f.used() {
			e.Results = append(e.Results, f.channel)
		}
	}
	return e
}

// used are the channels that the function returns. The first is always one of them.
func (f *Function) used() (list []int) {
	for i := range 4 {
		if f.channels>>i&1 != 0 {
			list = append(list, i)
		}
	}
	return list
}

// call replaces the operations by calls.
func (o *Outlined) call(functionOf map[ir.ValueID]int) {
	k := o.Kernel
	constants := ir.NewBuilder(k)
	for v, i := range functionOf {
		fn := &o.Functions[i]
		args := k.Instr(v).Args[fn.leading():]
		for axis, id := range fn.ids {
			if id > 0 {
				_, c, _ := idPlus(k, args[axis])
				args[axis] = constants.Const(ir.I32, uint64(uint32(c)))
			}
		}
		in := k.Instr(v)
		in.Op, in.Kind, in.Space, in.Imm, in.Args = ir.OpCall, 0, 0, uint64(fn.ID), args
	}
	results := map[ir.ValueID][]ir.ValueID{}
	for b := range k.Blocks {
		block := &k.Blocks[b]
		block.Instrs = rewrite.Keep(block.Instrs, func(v ir.ValueID) bool {
			in := k.Instr(v)
			if in.Op != ir.OpResult {
				return false
			}
			i, ok := functionOf[in.Args[0]]
			if ok {
				in.Imm = uint64(slices.Index(o.Functions[i].used(), int(in.Imm)))
				results[in.Args[0]] = append(results[in.Args[0]], v)
			}
			return ok
		})
	}
	for b := range k.Blocks {
		var list []ir.ValueID
		for _, v := range k.Blocks[b].Instrs {
			list = append(list, v)
			for _, result := range results[v] { // nothing may stand between them
				k.Instr(result).Block = ir.BlockID(b)
				list = append(list, result)
			}
		}
		k.Blocks[b].Instrs = list
	}
}

// Body is a function for launches whose arguments have the traits, in the order of Arguments.
func (o *Outlined) Body(fn *Function, traits []Trait) *ir.Func {
	f := fn.empty()
	b := ir.NewBuilder(f)
	block := b.Emit(ir.Instr{Op: ir.OpArgBlock, Type: ir.Ptr})
	operands := []ir.ValueID{b.Load(ir.Ptr, b.PtrAddConst(block, int64(fn.image)), ir.SpaceArgs, 8)}
	if fn.kind.Sampled() {
		operands = append(operands, fn.samplerIn(b, block))
	}
	for i, t := range fn.params {
		arg := b.Emit(ir.Instr{Op: ir.OpArg, Type: t, Imm: uint64(i)})
		if i < len(fn.ids) && fn.ids[i] > 0 {
			id := b.WorkItem(ir.OpGlobalID, fn.ids[i]-1)
			arg = b.Bin(ir.OpAdd, b.Conv(ir.OpTrunc, ir.I32, 0, id), arg)
		}
		operands = append(operands, arg)
	}
	if fn.IsWrite {
		b.ImageWrite(fn.kind, operands...)
		b.Return()
	} else {
		colour := b.ImageRead(fn.kind, fn.channel, fn.space, operands...)
		var results []ir.ValueID
		for _, i := range fn.used() {
			results = append(results, colour[i])
		}
		b.Return(results...)
	}
	return Expand(o.Module, f, o.arguments, traits)
}

// samplerIn is the sampler in the function's body.
func (f *Function) samplerIn(b *ir.Builder, block ir.ValueID) ir.ValueID {
	if f.sampler.isConst {
		return b.Const(ir.I64, f.sampler.value)
	}
	return b.Load(ir.I64, b.PtrAddConst(block, int64(f.sampler.value)), ir.SpaceArgs, 8)
}

// Traits is what a function's code depends on, of the traits of all arguments: those of its image and its sampler.
func (o *Outlined) Traits(fn *Function, traits []Trait) (of [2]Trait) {
	for i, a := range o.arguments {
		switch {
		case a.Offset == fn.image:
			of[0] = traits[i] &^ (isCovered | isBordered)
		case fn.kind.Sampled() && !fn.sampler.isConst && a.Offset == uint32(fn.sampler.value):
			of[1] = traits[i]
		}
	}
	return of
}

// General are the traits of which functions make use: nothing is known of coordinates.
func General(traits []Trait) []Trait {
	list := slices.Clone(traits)
	for i, t := range list {
		list[i] = t &^ (isCovered | isBordered)
	}
	return list
}
