package lower

import (
	"sync"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
)

// builtinLowering emits one of the families that are lowered here; args are the arguments' values, element by element.
type builtinLowering func(l *funcLowerer, c *builtin.Call, args [][]ir.ValueID) []ir.ValueID

// lowerings are the special families by the name that the table of built-ins gives them. They are set by init because
// they refer to their user.
var lowerings func() map[string]builtinLowering

func init() { lowerings = sync.OnceValue(makeLowerings) }

func makeLowerings() map[string]builtinLowering {
	return map[string]builtinLowering{
		"workitem": (*funcLowerer).workItemBuiltin, "linearid": (*funcLowerer).linearID,
		"barrier": (*funcLowerer).barrier, "fence": (*funcLowerer).fence,
		"convert": (*funcLowerer).convertBuiltin, "as": (*funcLowerer).asBuiltin,
		"vload": (*funcLowerer).vectorLoad, "vstore": (*funcLowerer).vectorStore,
		"vloadhalf": (*funcLowerer).halfLoad, "vstorehalf": (*funcLowerer).halfStore,
		"shuffle": (*funcLowerer).shuffle,
		"dot":     (*funcLowerer).dotBuiltin, "cross": (*funcLowerer).cross, "length": (*funcLowerer).length,
		"distance": (*funcLowerer).distance, "normalize": (*funcLowerer).normalize,
		"anyall": (*funcLowerer).anyAll, "space": (*funcLowerer).spaceBuiltin,
		"bytedot":          (*funcLowerer).byteDot,
		"namedbarrierinit": (*funcLowerer).namedBarrierInit, "namedbarrier": (*funcLowerer).namedBarrier,
		"groupvote": (*funcLowerer).groupVote, "groupbroadcast": (*funcLowerer).groupBroadcast,
		"groupreduce": (*funcLowerer).groupReduce, "groupscan": (*funcLowerer).groupScan,
		"atomic": (*funcLowerer).atomic, "cmpxchg": (*funcLowerer).compareExchange,
		"cmpxchgc11": (*funcLowerer).compareExchangeC11, "atomicload": (*funcLowerer).atomicLoad,
		"atomicstore": (*funcLowerer).atomicStore, "flagset": (*funcLowerer).flagSet,
		"flagclear": (*funcLowerer).flagClear, "asynccopy": (*funcLowerer).asyncCopy,
		"asynccopyboxes": (*funcLowerer).asyncCopyBoxes, "clock": (*funcLowerer).clock,
		"tobfloat": (*funcLowerer).toBFloat, "frombfloat": (*funcLowerer).fromBFloat,
		"waitevents": (*funcLowerer).waitEvents, "prefetch": (*funcLowerer).prefetch,
		"expect": (*funcLowerer).expect, "firstargument": (*funcLowerer).firstArgument,
		"unreachable": (*funcLowerer).nothing, "trap": (*funcLowerer).trap,
		"endkernel": (*funcLowerer).endKernel,
		"overflow":  (*funcLowerer).overflow, "copybytes": (*funcLowerer).copyBytes,
		"fillbytes": (*funcLowerer).fillBytes,
		"imageread": (*funcLowerer).imageRead, "imagewrite": (*funcLowerer).imageWrite,
		"imagequery":    (*funcLowerer).imageQuery,
		"subgroupplace": (*funcLowerer).subGroupPlace, "subgroupbarrier": (*funcLowerer).subGroupBarrier,
		"subgroupvote": (*funcLowerer).subGroupVote, "subgroupelect": (*funcLowerer).subGroupElect,
		"subgroupallequal": (*funcLowerer).subGroupAllEqual, "subgroupshuffle": (*funcLowerer).subGroupShuffle,
		"subgroupshufflexor":      (*funcLowerer).subGroupShuffleXor,
		"subgroupshufflerelative": (*funcLowerer).subGroupShuffleRelative,
		"subgroupshuffletwo":      (*funcLowerer).subGroupShuffleTwo, "subgrouprotate": (*funcLowerer).subGroupRotate,
		"subgroupfirst": (*funcLowerer).subGroupFirst, "subgroupballot": (*funcLowerer).subGroupBallot,
		"ballotbit": (*funcLowerer).ballotBit, "ballotcount": (*funcLowerer).ballotCount,
		"ballotfind": (*funcLowerer).ballotFind, "subgroupmask": (*funcLowerer).subGroupMask,
		"subgroupfold": (*funcLowerer).subGroupFold, "barrierarrive": (*funcLowerer).barrierArrive,
		"blockread": (*funcLowerer).blockRead, "blockwrite": (*funcLowerer).blockWrite,
		"blockprefetch": (*funcLowerer).blockPrefetch,
		"pipepacket":    (*funcLowerer).pipePacket, "pipereserve": (*funcLowerer).pipeReserve,
		"pipereservegroup":    (*funcLowerer).pipeReserveGroup,
		"pipereservesubgroup": (*funcLowerer).pipeReserveSubGroup, "pipecommit": (*funcLowerer).pipeCommit,
		"pipequery": (*funcLowerer).pipeQuery, "validreserve": (*funcLowerer).validReserve,
	}
}

func (l *funcLowerer) builtinCall(e *ast.BuiltinCall) []ir.ValueID {
	c, ok := e.Info.(*builtin.Call)
	if !ok || c.Family == nil {
		l.unsupported(e.Pos, "the built-in function '"+e.Name+"'")
		return l.undefs(e.Type)
	}
	if c.Family.Lib == "printf" {
		return l.printf(e)
	}
	if c.Family.Lib == "queue" {
		return l.queueBuiltin(e, c)
	}
	args := make([][]ir.ValueID, len(e.Args))
	for i, arg := range e.Args {
		args[i] = l.expr(arg)
	}
	l.at(e.Pos)
	return l.resolvedBuiltin(e, c, args)
}

// resolvedBuiltin emits a call, whose results are halves rounded to half.
func (l *funcLowerer) resolvedBuiltin(e *ast.BuiltinCall, c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	if isHalf(c.Result) {
		return l.halfBuiltin(e, c, args)
	}
	return l.builtinValue(e, c, args)
}

// builtinValue emits a call, whose results may be floats instead of halves.
func (l *funcLowerer) builtinValue(e *ast.BuiltinCall, c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	switch c.Family.How {
	case builtin.ByOp:
		return l.elementwise(c, args, func(in []ir.ValueID) ir.ValueID { return l.byOp(c, in) })
	case builtin.ByLibrary:
		return l.byLibrary(c, args, "")
	case builtin.ByLibraryOut:
		return l.byLibraryOut(c, args)
	}
	return l.special(e, c, args)
}

func (l *funcLowerer) special(e *ast.BuiltinCall, c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	name := c.Family.Lib
	if name == "" {
		name = c.Name
	}
	if lowering := lowerings()[name]; lowering != nil {
		return lowering(l, c, args)
	}
	lowering := elementLowerings[name]
	if lowering == nil {
		l.unsupported(e.Pos, "the built-in function '"+e.Name+"'")
		return l.undefs(e.Type)
	}
	return l.elementwise(c, args, func(in []ir.ValueID) ir.ValueID { return lowering(l, c, in) })
}

// elementwise calls one for each element; scalar arguments among vectors are the same for all elements.
func (l *funcLowerer) elementwise(c *builtin.Call, args [][]ir.ValueID,
	one func([]ir.ValueID) ir.ValueID) []ir.ValueID {
	out := l.MakeList(c.Lanes)
	for i := range out {
		out[i] = one(elementArgs(args, i))
	}
	return out
}

func elementArgs(args [][]ir.ValueID, i int) []ir.ValueID {
	in := make([]ir.ValueID, len(args))
	for j, arg := range args {
		in[j] = arg[min(i, len(arg)-1)]
	}
	return in
}

func (l *funcLowerer) byOp(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	op := c.Family.Ops.Unsigned
	flags := ir.Flags(0)
	switch {
	case c.Elem.IsFloat():
		op, flags = c.Family.Ops.Float, l.flags&ir.FlagFast
	case c.Elem.IsSigned():
		op = c.Family.Ops.Signed
	}
	switch {
	case isHalf(c.Elem) && c.Name == "fma":
		return l.halfFMA(in)
	case isHalf(c.Elem):
	case op == ir.OpFSqrt:
		return l.root(in[0])
	case op == ir.OpFDiv:
		l.divides = true
	}
	return l.Emit(ir.Instr{Op: op, Type: valueType(c.Elem), Flags: flags, Args: in})
}

// root is a square root. Those of floats may be off by 3 ulp (OpenCL C §7.4), which allows the pass "roots" to make
// products with reciprocal roots of quotients by them.
func (l *funcLowerer) root(x ir.ValueID) ir.ValueID {
	t, flags := l.Func.Type(x), l.flags&ir.FlagFast
	if t == ir.F32 && !l.isLib && !l.unit.Options.ExactRoots {
		flags |= ir.FlagLoose
		l.takesRoots = true
	}
	return l.Emit(ir.Instr{Op: ir.OpFSqrt, Type: t, Flags: flags, Args: l.List(x)})
}

// libraryName is the library's function for an element type.
func libraryName(c *builtin.Call, suffix string) string {
	name := c.Family.Lib
	if name == "" {
		name = c.Name
	}
	name = libraryPrefix + name + suffix
	switch c.Elem.Kind {
	case ast.Double:
		return name + "_f64"
	case ast.Half:
		return halfLibrary(name)
	}
	return name + "_f32"
}

func (l *funcLowerer) byLibrary(c *builtin.Call, args [][]ir.ValueID, suffix string) []ir.ValueID {
	id := l.libraryFunc(libraryName(c, suffix), diag.Pos(l.Pos))
	return l.elementwise(c, args, func(in []ir.ValueID) ir.ValueID { return l.libraryCall(id, in) })
}

func (l *funcLowerer) libraryCall(id ir.FuncID, in []ir.ValueID) ir.ValueID {
	if id < 0 {
		return l.Undef(l.Func.Type(in[0])) // an error is reported
	}
	return l.Call(id, l.module.Funcs[id].Results, in...)[0]
}

// byLibraryOut stores a second result through the last argument, a pointer: that of a second library function, or of
// the one function, if it has two.
func (l *funcLowerer) byLibraryOut(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	last := len(args) - 1
	pointer := c.Params[last]
	var values, out []ir.ValueID
	if id := l.libraryFunc(libraryName(c, ""), diag.Pos(l.Pos)); id >= 0 && len(l.module.Funcs[id].Results) == 2 {
		values, out = l.bothResults(c, args[:last], id)
	} else {
		out = l.byLibrary(c, args[:last], "_out")
		values = l.byLibrary(c, args[:last], "")
	}
	l.store(pointee(pointer, args[last][0]), out)
	return values
}

// bothResults calls a library function of two results for each element.
func (l *funcLowerer) bothResults(c *builtin.Call, args [][]ir.ValueID, id ir.FuncID) (first, second []ir.ValueID) {
	first, second = l.MakeList(c.Lanes), l.MakeList(c.Lanes)
	for i := range first {
		both := l.Call(id, l.module.Funcs[id].Results, elementArgs(args, i)...)
		first[i], second[i] = both[0], both[1]
	}
	return first, second
}

// pointee is the place a pointer argument points to.
func pointee(pointer *ast.Type, addr ir.ValueID) place {
	return place{addr: addr, space: spaces[pointer.Space], typ: pointer.Elem, align: pointer.Elem.Align(),
		volatile: pointer.ElemQual&ast.Volatile != 0}
}

// constant is an argument's value if it is a known constant; else the fallback.
func (l *funcLowerer) constant(v ir.ValueID, fallback uint64) uint64 {
	for {
		in := l.Func.Instr(v)
		switch in.Op {
		case ir.OpConst:
			return in.Imm
		case ir.OpZExt, ir.OpTrunc:
			v = in.Args[0]
			continue
		case ir.OpOr:
			x, y := l.constant(in.Args[0], fallback), l.constant(in.Args[1], fallback)
			return x | y
		}
		return fallback
	}
}
