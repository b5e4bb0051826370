package interp

import (
	"fmt"
	"sync"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// prepared is a lane program translated for the interpreter.
type prepared struct {
	program *lane.Program
	code    []inst
	words   int // size of a frame's registers in 64-bit words
	// where the registers of each class start, in bytes
	base [4]uint32
}

// scratchRegisters is the number of 64-bit lane registers at the end of a frame for broadcast operands.
const scratchRegisters = 3

// bytesPerRegister is by class; lane registers are whole cache lines.
var bytesPerRegister = [...]uint32{lane.Uniform: 8, lane.Lane32: 4 * width, lane.Lane64: 8 * width}

func prepare(p *lane.Program) (*prepared, error) {
	if ready, ok := p.Prepared.Load().(*prepared); ok {
		return ready, nil
	}
	if err := p.Complete(); err != nil {
		return nil, err
	}
	code := &prepared{program: p}
	offset := uint32(0)
	for class := lane.Uniform; class <= lane.Lane64; class++ {
		code.base[class] = offset
		offset += uint32(p.Registers[class]) * bytesPerRegister[class]
		offset = (offset + 63) &^ 63
	}
	code.base[0] = offset // scratch registers
	code.words = int(offset+scratchRegisters*8*width) / 8
	code.code = make([]inst, len(p.Code))
	for i := range p.Code {
		if err := code.translate(i); err != nil {
			return nil, err
		}
	}
	p.Prepared.Store(code)
	return code, nil
}

func (c *prepared) offset(r lane.Reg) uint32 {
	if r.Class == lane.NoReg {
		return c.base[0]
	}
	return c.base[r.Class] + uint32(r.Index)*bytesPerRegister[r.Class]
}

// scratch is the offset of the i-th scratch register.
func (c *prepared) scratch(i uint32) uint32 { return c.base[0] + i*8*width }

func (c *prepared) translate(i int) error {
	in := &c.program.Code[i]
	out := &c.code[i]
	*out = inst{d: c.offset(in.Dst), a: c.offset(in.Args[0]), b: c.offset(in.Args[1]), c: c.offset(in.Args[2]),
		class: [4]uint8{uint8(in.Dst.Class), uint8(in.Args[0].Class), uint8(in.Args[1].Class), uint8(in.Args[2].Class)},
		slot:  in.Slot, alt: in.Else, target: in.Target, imm: in.Imm, side: in.Side, source: int32(i)}
	if !in.Masked {
		out.limit = modeWide
	}
	out.run = choose(in)
	if out.run == nil {
		return fmt.Errorf("the interpreter has no %s of %v", lane.Name(in.Op), in.Type)
	}
	return nil
}

// choose is the function that runs an instruction, nil if there is none.
func choose(in *lane.Inst) func(*frame, *inst) {
	if run := fixed()[in.Op]; run != nil {
		return run
	}
	switch in.Op { // the operations that are chosen by hand
	case ir.OpBranch:
		if in.Args[0].Class == lane.Uniform {
			return runBranchUniform
		}
		return runBranch
	case lane.OpMove, ir.OpBitcast:
		return chooseMove(in)
	case ir.OpLoad, ir.OpAtomicLoad:
		return chooseLoad(in)
	case ir.OpStore, ir.OpAtomicStore:
		return chooseStore(in)
	}
	if run := generated()[keyOf(in)]; run != nil {
		return run
	}
	if in.Op == ir.OpSelect && in.Args[0].Class == lane.Uniform && in.Dst.Class != lane.Uniform {
		return selectUniform
	}
	if in.Op.Pure() {
		return runEval
	}
	return nil
}

// fixed has the operations that run the same code whatever the types.
var fixed = sync.OnceValue(func() map[lane.Op]func(*frame, *inst) {
	return map[lane.Op]func(*frame, *inst){
		lane.OpEnter:           runEnter,
		lane.OpLoop:            runLoop,
		lane.OpEnd:             runEnd,
		ir.OpCall:              runCall,
		ir.OpReturn:            runReturn,
		ir.OpJump:              runJump,
		ir.OpSwitch:            runSwitch,
		ir.OpBarrier:           runBarrier,
		ir.OpFence:             runNothing,
		ir.OpArgBlock:          runArgBlock,
		ir.OpGlobalBase:        runGlobalBase,
		ir.OpLocalBase:         runLocalBase,
		ir.OpMemoryBound:       runMemoryBound,
		ir.OpAlloca:            runAlloca,
		ir.OpGlobalID:          runGlobalID,
		ir.OpLocalID:           runLocalID,
		ir.OpGroupID:           runGroupID,
		ir.OpGlobalSize:        runGlobalSize,
		ir.OpLocalSize:         runLocalSize,
		ir.OpEnqueuedLocalSize: runEnqueuedLocalSize,
		ir.OpNumGroups:         runNumGroups,
		ir.OpGlobalOffset:      runGlobalOffset,
		ir.OpWorkDim:           runWorkDim,
		ir.OpClock:             runClock,
		ir.OpMemCopy:           runMemCopy,
		ir.OpPrintf:            runPrintf,
		ir.OpQueue:             runQueue,
		ir.OpAtomicRMW:         runAtomicRMW,
		ir.OpAtomicCmpXchg:     runAtomicCmpXchg,
		ir.OpFold:              runFold,
		ir.OpImageRead:         runImageRead,
		ir.OpImageWrite:        runImageWrite,
		ir.OpSubGroupSize:      runSubGroupSize,
		ir.OpSubGroupID:        runSubGroupID,
		ir.OpSubGroupLane:      runSubGroupLane,
		ir.OpSubGroupBallot:    runSubGroupBallot,
		ir.OpSubGroupShuffle:   runSubGroupShuffle,
		ir.OpSubGroupFold:      runSubGroupFold,
	}
})

// key names a generated operation: the classes are those of the operands, by letters u and v, the result's first.
type key struct {
	op        ir.Op
	kind      uint8
	typ, from ir.Type
	isUniform bool
	a, b, c   bool // varying operands
}

func keyOf(in *lane.Inst) key {
	typ, from, kind := plain(in.Type), plain(in.From), in.Kind
	if kind == uint8(ir.RoundNearest) && (in.Op == ir.OpSToF || in.Op == ir.OpUToF || in.Op == ir.OpFToF) {
		kind = uint8(ir.RoundDefault)
	}
	if kind == uint8(ir.RoundZero) && (in.Op == ir.OpFToS || in.Op == ir.OpFToU) {
		kind = uint8(ir.RoundDefault)
	}
	op := in.Op
	if op == ir.OpPtrAdd {
		op = ir.OpAdd
	}
	if op == ir.OpSelect {
		typ, from = sameBits(in.Type), sameBits(in.Type)
	}
	isVarying := func(i int) bool { return in.Args[i].Class > lane.Uniform }
	return key{op, kind, typ, from, in.Dst.Class == lane.Uniform, isVarying(0), isVarying(1), isVarying(2)}
}

func plain(t ir.Type) ir.Type {
	if t == ir.Ptr {
		return ir.I64
	}
	return t
}

// sameBits is the integer type whose registers are like those of t.
func sameBits(t ir.Type) ir.Type {
	if t.Bits() > 32 {
		return ir.I64
	}
	return ir.I32
}
