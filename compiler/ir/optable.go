package ir

// Effect is what an operation does besides making its value; none means that it is pure: equal operands give equal
// results at any place and however often it runs.
type Effect uint8

// The effects.
const (
	EffectReads      Effect = 1 << iota // its value depends on memory
	EffectWrites                        // it changes memory or the outside world, or orders accesses to it
	EffectBarrier                       // all work-items of the group must reach it
	EffectTerminator                    // it ends its block
	EffectPinned                        // it must not move: parameters, allocas
	EffectConvergent                    // its value depends on which work-items execute it together
)

// KindUse is what an instruction's Kind field holds.
type KindUse uint8

// The uses of Kind.
const (
	KindNone KindUse = iota
	KindICmp
	KindFCmp
	KindRounding
	KindAtomic
	KindDimension
	KindMemFlags
	KindSpace // address space of the source
	KindBound
	KindPacked
	KindImage
	KindQueue
)

// Field is a set of the other fields of Instr that an operation uses.
type Field uint8

// The fields.
const (
	FieldImm Field = 1 << iota
	FieldSpace
	FieldAlign
	FieldOrder
	FieldScope
)

// Operand describes one operand of an operation.
type Operand struct {
	Types TypeSet
	Same  bool // of the type of the instruction's result, or, if that is not one of Types, of operand 0
}

// OpInfo is one row of the op table.
type OpInfo struct {
	Name        string
	Operands    []Operand
	Variadic    bool    // any number of operands of any type follows
	Result      TypeSet // the types Instr.Type may have
	Effect      Effect
	Commutative bool // operands 0 and 1 can be swapped
	Kind        KindUse
	Fields      Field
}

// Pure reports whether the operation has no effects.
func (i *OpInfo) Pure() bool { return i.Effect == 0 }

// Info is the operation's row of the op table.
func (op Op) Info() *OpInfo { return &ops[op] }

// String is the operation's name in the text form.
func (op Op) String() string {
	if op < opCount {
		return ops[op].Name
	}
	return "op?"
}

// Pure reports whether the operation has no effects: it may be computed once for several uses, earlier, or not at all.
func (op Op) Pure() bool { return ops[op].Effect == 0 }

// Terminator reports whether the operation ends a block.
func (op Op) Terminator() bool { return ops[op].Effect&EffectTerminator != 0 }

// OpCount is the number of operations, for tables by Op.
const OpCount = int(opCount)

func leaf(name string, result TypeSet) OpInfo { return OpInfo{Name: name, Result: result} }

func unary(name string, types TypeSet) OpInfo {
	return OpInfo{Name: name, Operands: []Operand{{types, true}}, Result: types}
}

func binary(name string, types TypeSet) OpInfo {
	return OpInfo{Name: name, Operands: []Operand{{types, true}, {types, true}}, Result: types}
}

func commutative(name string, types TypeSet) OpInfo {
	info := binary(name, types)
	info.Commutative = true
	return info
}

func compare(name string, types TypeSet, kind KindUse) OpInfo {
	return OpInfo{Name: name, Operands: []Operand{{types, false}, {types, true}}, Result: setI1, Kind: kind}
}

func convert(name string, from, to TypeSet, kind KindUse) OpInfo {
	return OpInfo{Name: name, Operands: []Operand{{from, false}}, Result: to, Kind: kind}
}

func place(name string) OpInfo { return OpInfo{Name: name, Result: setI64, Kind: KindDimension} }

func terminator(name string, operands ...Operand) OpInfo {
	return OpInfo{Name: name, Operands: operands, Result: setVoid, Effect: EffectTerminator}
}

var (
	pointer = Operand{setPtr, false}
	stored  = Operand{setMemory, true} // same as the result, or anything when there is none
	anyOne  = Operand{setAny, true}
)

const (
	fieldsAccess = FieldSpace | FieldAlign
	fieldsAtomic = FieldSpace | FieldAlign | FieldOrder | FieldScope
	readsWrites  = EffectReads | EffectWrites
)

// ops is the one table of operations. Everything that enumerates them (printer, parser, verifier, passes, engines'
// coverage tests) reads it.
var ops = [opCount]OpInfo{
	OpInvalid: {Name: "invalid"},

	OpConst:      {Name: "const", Result: setAny, Fields: FieldImm},
	OpUndef:      leaf("undef", setAny),
	OpParam:      {Name: "param", Result: setAny, Effect: EffectPinned},
	OpArg:        {Name: "arg", Result: setAny, Fields: FieldImm},
	OpArgBlock:   leaf("argblock", setPtr),
	OpGlobalBase: leaf("globalbase", setPtr),
	OpLocalBase:  leaf("localbase", setPtr),

	OpAdd:      commutative("add", setInt),
	OpSub:      binary("sub", setInt),
	OpMul:      commutative("mul", setInt),
	OpSDiv:     binary("sdiv", setInt),
	OpUDiv:     binary("udiv", setInt),
	OpSRem:     binary("srem", setInt),
	OpURem:     binary("urem", setInt),
	OpAnd:      commutative("and", setLogic),
	OpOr:       commutative("or", setLogic),
	OpXor:      commutative("xor", setLogic),
	OpShl:      binary("shl", setInt),
	OpLShr:     binary("lshr", setInt),
	OpAShr:     binary("ashr", setInt),
	OpRotl:     binary("rotl", setInt),
	OpMulHiS:   commutative("mulhis", setInt),
	OpMulHiU:   commutative("mulhiu", setInt),
	OpSMin:     commutative("smin", setInt),
	OpSMax:     commutative("smax", setInt),
	OpUMin:     commutative("umin", setInt),
	OpUMax:     commutative("umax", setInt),
	OpAddSatS:  commutative("addsats", setInt),
	OpAddSatU:  commutative("addsatu", setInt),
	OpSubSatS:  binary("subsats", setInt),
	OpSubSatU:  binary("subsatu", setInt),
	OpClz:      unary("clz", setInt),
	OpCtz:      unary("ctz", setInt),
	OpPopCount: unary("popcount", setInt),
	OpBSwap:    unary("bswap", setInt),
	OpPacked:   {Name: "packed", Operands: []Operand{{setI32, true}, {setI32, true}}, Result: setI32, Kind: KindPacked},

	OpFAdd:  commutative("fadd", setMath),
	OpFSub:  binary("fsub", setMath),
	OpFMul:  commutative("fmul", setMath),
	OpFDiv:  binary("fdiv", setMath),
	OpFRem:  binary("frem", setMath),
	OpFNeg:  unary("fneg", setMath),
	OpFAbs:  unary("fabs", setMath),
	OpFSqrt: unary("fsqrt", setMath),
	OpFMA: {Name: "fma", Operands: []Operand{{setMath, true}, {setMath, true}, {setMath, true}}, Result: setMath,
		Commutative: true},
	OpFMin:      binary("fmin", setMath),
	OpFMax:      binary("fmax", setMath),
	OpFCopySign: binary("fcopysign", setMath),
	OpFFloor:    unary("ffloor", setMath),
	OpFCeil:     unary("fceil", setMath),
	OpFTrunc:    unary("ftrunc", setMath),
	OpFRint:     unary("frint", setMath),
	OpFGetExp:   unary("fgetexp", setMath),
	OpFGetMant:  unary("fgetmant", setMath),
	OpFScale:    binary("fscale", setMath),
	OpFRcp:      unary("frcp", setMath),
	OpFRsqrt:    unary("frsqrt", setMath),

	OpICmp:   compare("icmp", setLogic|setPtr, KindICmp),
	OpFCmp:   compare("fcmp", setMath, KindFCmp),
	OpSelect: {Name: "select", Operands: []Operand{{setI1, false}, anyOne, anyOne}, Result: setAny},

	OpTrunc:   convert("trunc", setInt, setInt|setI1, KindNone),
	OpZExt:    convert("zext", setLogic, setInt, KindNone),
	OpSExt:    convert("sext", setLogic, setInt, KindNone),
	OpFToF:    convert("ftof", setFloat, setFloat, KindRounding),
	OpFToS:    convert("ftos", setMath, setWide, KindRounding),
	OpFToU:    convert("ftou", setMath, setWide, KindRounding),
	OpSToF:    convert("stof", setInt, setMath, KindRounding),
	OpUToF:    convert("utof", setInt, setMath, KindRounding),
	OpBitcast: convert("bitcast", setMemory, setMemory, KindNone),

	OpAlloca: {Name: "alloca", Result: setPtr, Effect: EffectPinned, Fields: FieldImm | FieldAlign},
	OpLoad: {Name: "load", Operands: []Operand{pointer}, Result: setMemory, Effect: EffectReads,
		Fields: fieldsAccess},
	OpStore: {Name: "store", Operands: []Operand{pointer, {setMemory, false}}, Result: setVoid, Effect: EffectWrites,
		Fields: fieldsAccess},
	OpPtrAdd: {Name: "ptradd", Operands: []Operand{pointer, {setI64, false}}, Result: setPtr},
	OpMemCopy: {Name: "memcopy", Operands: []Operand{pointer, pointer}, Result: setVoid, Effect: readsWrites,
		Kind: KindSpace, Fields: fieldsAccess | FieldImm},
	OpAtomicRMW: {Name: "atomicrmw", Operands: []Operand{pointer, stored}, Result: setMemory, Effect: readsWrites,
		Kind: KindAtomic, Fields: fieldsAtomic},
	OpAtomicCmpXchg: {Name: "atomiccmpxchg", Operands: []Operand{pointer, stored, stored}, Result: setMemory,
		Effect: readsWrites, Fields: fieldsAtomic},
	OpAtomicLoad: {Name: "atomicload", Operands: []Operand{pointer}, Result: setMemory, Effect: readsWrites,
		Fields: fieldsAtomic},
	OpAtomicStore: {Name: "atomicstore", Operands: []Operand{pointer, {setMemory, false}}, Result: setVoid,
		Effect: readsWrites, Fields: fieldsAtomic},
	OpFence: {Name: "fence", Result: setVoid, Effect: readsWrites, Kind: KindMemFlags,
		Fields: FieldOrder | FieldScope},
	OpPrefetch: {Name: "prefetch", Operands: []Operand{pointer}, Result: setVoid, Effect: readsWrites,
		Fields: FieldSpace},

	OpGlobalID:          place("globalid"),
	OpLocalID:           place("localid"),
	OpGroupID:           place("groupid"),
	OpGlobalSize:        place("globalsize"),
	OpLocalSize:         place("localsize"),
	OpEnqueuedLocalSize: place("enqueuedlocalsize"),
	OpNumGroups:         place("numgroups"),
	OpGlobalOffset:      place("globaloffset"),
	OpWorkDim:           leaf("workdim", setI32),
	OpMemoryBound:       {Name: "memorybound", Result: setI64, Kind: KindBound},

	OpBarrier: {Name: "barrier", Result: setVoid, Effect: readsWrites | EffectBarrier, Kind: KindMemFlags,
		Fields: FieldScope},
	OpCall: {Name: "call", Variadic: true, Result: setAny | setVoid, Effect: readsWrites, Fields: FieldImm},
	OpResult: {Name: "result", Operands: []Operand{{setAny | setVoid, false}}, Result: setAny, Effect: EffectPinned,
		Fields: FieldImm},
	OpPrintf: {Name: "printf", Variadic: true, Result: setI32, Effect: readsWrites, Fields: FieldImm},
	OpExpect: unary("expect", setAny),

	OpJump:        terminator("jump"),
	OpBranch:      terminator("branch", Operand{setI1, false}),
	OpSwitch:      terminator("switch", Operand{setInt, false}),
	OpReturn:      {Name: "return", Variadic: true, Result: setVoid, Effect: EffectTerminator},
	OpUnreachable: terminator("unreachable"),

	OpFold: {Name: "fold", Operands: []Operand{pointer, {setI64, false}, {setFolded, false}}, Result: setVoid,
		Effect: readsWrites, Kind: KindAtomic, Fields: FieldImm},

	OpImageRead: {Name: "imageread", Operands: []Operand{pointer}, Variadic: true, Result: setTexel,
		Effect: EffectReads, Kind: KindImage, Fields: FieldSpace},
	OpClock: {Name: "clock", Result: setI64, Effect: readsWrites},

	OpImageWrite: {Name: "imagewrite", Operands: []Operand{pointer}, Variadic: true, Result: setVoid,
		Effect: EffectWrites, Kind: KindImage},

	OpSubGroupSize: leaf("subgroupsize", setI32),
	OpSubGroupID:   leaf("subgroupid", setI32),
	OpSubGroupLane: leaf("subgrouplane", setI32),
	OpSubGroupBallot: {Name: "subgroupballot", Operands: []Operand{{setI1, false}}, Result: setI32,
		Effect: EffectConvergent, Fields: FieldImm},
	OpSubGroupShuffle: {Name: "subgroupshuffle", Operands: []Operand{{setI32, true}, {setI32, true}}, Result: setI32,
		Effect: EffectConvergent},
	OpSubGroupFold: {Name: "subgroupfold", Operands: []Operand{{setFolded, true}, {setFolded, true}}, Result: setFolded,
		Effect: EffectConvergent, Kind: KindAtomic, Fields: FieldImm},

	OpQueue: {Name: "queue", Variadic: true, Result: setWide, Effect: readsWrites, Kind: KindQueue},
}
