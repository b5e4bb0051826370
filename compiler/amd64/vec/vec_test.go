//go:build cgo

package vec

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/cbridge/code"
	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// roundsPerOp is the number of vectors of operands with which each operation is tested.
const roundsPerOp = 2000

// TestVectorOperations compares every pure operation of the op table, for all types and kinds and on both instruction
// sets, with package numeric, bit for bit, NaNs included.
func TestVectorOperations(t *testing.T) {
	code.CatchFaults()
	cases := pureOperations()
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		if 32*isa.Lanes() > code.VectorBits() {
			t.Logf("this machine has no %s", isa)
			continue
		}
		t.Run(isa.String(), func(t *testing.T) {
			for _, o := range cases {
				t.Run(o.name(), func(t *testing.T) { testOperation(t, isa, o) })
			}
		})
	}
}

// TestConstantOperands does the same with a constant second operand: rules may test for it.
func TestConstantOperands(t *testing.T) {
	code.CatchFaults()
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		if 32*isa.Lanes() > code.VectorBits() {
			continue
		}
		t.Run(isa.String(), func(t *testing.T) {
			for _, o := range pureOperations() {
				if len(o.operands) != 2 || !o.operands[1].IsInt() && o.Op != ir.OpFMin && o.Op != ir.OpFMax {
					continue
				}
				for i, c := range edgeValues(o.operands[1]) {
					if o.Type.IsFloat() && i%5 != 0 {
						continue // there are many
					}
					o.second = &c
					t.Run(o.name(), func(t *testing.T) { testOperation(t, isa, o) })
				}
			}
		})
	}
}

// TestVectorRulesComplete finds operations that the verifier allows and that have no rule.
func TestVectorRulesComplete(t *testing.T) {
	cases := pureOperations()
	if len(cases) < 300 {
		t.Fatalf("only %d operations found", len(cases))
	}
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		for _, o := range cases {
			v := newVec(isa)
			dst, operands := v.registers(o)
			if !v.Lower(o.Operation, dst, operands[0], operands[1], operands[2]) {
				t.Errorf("%s: no rule for %s", isa, o.name())
			}
			for _, in := range v.Fn.Insts {
				if isa == asm.AVX2 && !asm.Info(in.Op).VEX() {
					t.Errorf("%s: %s uses %s", isa, o.name(), in.Op)
				}
			}
		}
	}
}

// pureOperation is an operation with the types of its operands.
type pureOperation struct {
	Operation
	operands []ir.Type
	second   *uint64                        // the second operand if it is a constant
	narrow   func(args [3]uint64) [3]uint64 // makes the operands valid for the operation; may be nil
}

func (o pureOperation) name() string {
	name := fmt.Sprintf("%s_%s_%s_%d", o.Op, o.Type, o.From, o.Kind)
	if o.second != nil {
		name += fmt.Sprintf("_by_%#x", *o.second)
	}
	return name
}

// pureOperations are all operations without effects that take operands, with all types that the verifier allows.
func pureOperations() []pureOperation {
	var all []pureOperation
	for op := ir.OpInvalid + 1; int(op) < ir.OpCount; op++ {
		info := op.Info()
		if !op.Pure() || len(info.Operands) == 0 {
			continue
		}
		for result := ir.I1; result <= ir.Ptr; result++ {
			for from := ir.I1; from <= ir.Ptr; from++ {
				if operands := operandTypes(op, result, from); operands != nil {
					all = append(all, withKinds(Operation{Op: op, Type: result, From: from}, operands)...)
				}
			}
		}
	}
	return all
}

// withKinds are the variants of an operation.
func withKinds(o Operation, operands []ir.Type) []pureOperation {
	kinds := map[ir.KindUse]uint8{ir.KindNone: 1, ir.KindICmp: uint8(ir.UGE) + 1, ir.KindFCmp: uint8(ir.UNE) + 1,
		ir.KindRounding: uint8(ir.RoundDown) + 1, ir.KindPacked: uint8(ir.PackedKinds)}[o.Op.Info().Kind]
	var all []pureOperation
	for o.Kind = 0; o.Kind < kinds; o.Kind++ {
		all = append(all, pureOperation{Operation: o, operands: operands})
	}
	return all
}

// operandTypes are those of an operation of the given types, nil if the verifier refuses it.
func operandTypes(op ir.Op, result, from ir.Type) []ir.Type {
	info := op.Info()
	if !info.Result.Has(result) {
		return nil
	}
	var types []ir.Type
	for i, operand := range info.Operands {
		typ := from
		switch {
		case op == ir.OpSelect && i == 0:
			typ = ir.I1
		case op == ir.OpPtrAdd && i == 1:
			typ = ir.I64
		}
		if !operand.Types.Has(typ) {
			return nil
		}
		isCompare := op == ir.OpICmp || op == ir.OpFCmp
		if operand.Same && !isCompare && typ != result {
			return nil
		}
		types = append(types, typ)
	}
	wrongWidth := false
	switch op {
	case ir.OpTrunc:
		wrongWidth = from.Bits() <= result.Bits()
	case ir.OpZExt, ir.OpSExt:
		wrongWidth = from.Bits() >= result.Bits()
	case ir.OpBitcast:
		wrongWidth = from.Bits() != result.Bits()
	}
	if wrongWidth {
		return nil
	}
	return types
}

func newVec(isa asm.ISA) *Writer {
	FillRules()
	fn := &asm.Func{}
	if isa == asm.AVX2 {
		fn.ISA = asm.AVX2
	}
	w := NewWriter(asm.Target{ISA: isa}, fn)
	return w
}

// registers makes the registers of an operation.
func (v *Writer) registers(o pureOperation) (dst []asm.Reg, operands [3][]asm.Reg) {
	for i, t := range o.operands {
		operands[i] = v.registersOf(t)
	}
	if o.second != nil {
		c := v.bitsOf(o.operands[1], uint32(*o.second), *o.second)
		operands[1] = []asm.Reg{c, c}[:len(operands[1])]
	}
	return v.registersOf(o.Type), operands
}

func (v *Writer) registersOf(t ir.Type) []asm.Reg {
	switch {
	case t == ir.I1:
		return []asm.Reg{v.newMask()}
	case t.Bits() == 64:
		return []asm.Reg{v.Temp(), v.Temp()}
	}
	return []asm.Reg{v.Temp()}
}

// The memory of a group: three operands and the result, each of two vectors.
const (
	operandBytes = 128
	programBytes = 4 * operandBytes
)

// makeProgram is machine code that runs one operation on the operands of a group.
func makeProgram(t *testing.T, isa asm.ISA, o pureOperation) []byte {
	t.Helper()
	v := newVec(isa)
	dst, operands := v.registers(o)
	v.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: asm.RAX, HasMem: true,
		Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextGroup}})
	v.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: asm.RAX, B: asm.RAX, Imm: programBytes})
	v.Emit(asm.Inst{Op: asm.Add, Size: 8, Dst: asm.RAX, HasMem: true,
		Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextArgs}})
	for i, typ := range o.operands {
		if i == 1 && o.second != nil {
			continue
		}
		v.loadOperand(typ, operands[i], int32(i*operandBytes))
	}
	if !v.Lower(o.Operation, dst, operands[0], operands[1], operands[2]) {
		t.Fatalf("no rule")
	}
	v.storeResult(o.Type, dst)
	v.Emit(asm.Inst{Op: asm.Return})
	v.Fn.Insts = append(v.Entry, v.Fn.Insts...)
	if _, err := alloc.Run(v.Fn, alloc.DefaultOptions(isa.VectorBytes())); err != nil {
		t.Fatal(err)
	}
	assembled, err := asm.Assemble(v.Fn)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return assembled.Bytes
}

func (v *Writer) loadOperand(t ir.Type, regs []asm.Reg, at int32) {
	for i, r := range regs {
		target := r
		if t == ir.I1 {
			target = v.Temp()
		}
		v.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(v.ISA), Dst: target, HasMem: true,
			Mem: asm.Mem{Base: asm.RAX, Disp: at + int32(i*v.ISA.VectorBytes())}})
		if t != ir.I1 {
			continue
		}
		if v.ISA == asm.AVX512 {
			v.Emit(asm.Inst{Op: asm.Vpmovd2m, Len: asm.Whole(v.ISA), Dst: r, B: target})
		} else {
			v.Op2(asm.MoveV, r, target)
		}
	}
}

func (v *Writer) storeResult(t ir.Type, regs []asm.Reg) {
	for i, r := range regs {
		source := r
		if t == ir.I1 && v.ISA == asm.AVX512 {
			source = v.unary(asm.Vpmovm2d, r)
		}
		v.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(v.ISA), B: source, HasMem: true,
			Mem: asm.Mem{Base: asm.RAX, Disp: 3*operandBytes + int32(i*v.ISA.VectorBytes())}})
	}
}

func testOperation(t *testing.T, isa asm.ISA, o pureOperation) {
	rounds := roundsPerOp
	if o.second != nil {
		rounds /= 20
	}
	program := makeProgram(t, isa, o)
	random := rand.New(rand.NewPCG(uint64(o.Op), uint64(o.Type)<<16|uint64(o.From)<<8|uint64(o.Kind)))
	values := newOperandSource(random, o.operands)
	lanes := isa.Lanes()
	args := make([][3]uint64, rounds*lanes)
	for i := range args {
		args[i] = values.next()
		if o.second != nil {
			args[i][1] = *o.second
		}
		if o.narrow != nil {
			args[i] = o.narrow(args[i])
		}
	}
	results := runProgram(t, program, isa, o, args)
	failures := 0
	for i, arg := range args {
		want, ok := numeric.Eval(numeric.Operation{Op: o.Op, Kind: o.Kind, Type: o.Type, From: o.From},
			arg[:len(o.operands)])
		if !ok && o.Op == ir.OpExpect {
			want, ok = arg[0], true
		}
		if !ok {
			t.Fatal("no meaning")
		}
		if got := results[i]; got != want {
			t.Errorf("lane %d: %#x gives %#x, want %#x", i%lanes, arg[:len(o.operands)], got, want)
			if failures++; failures > 5 {
				return
			}
		}
	}
}

var codeMemory code.Memory

// runProgram runs the code on all operands. Lanes of up to 32 bits are zero-extended, as are results.
func runProgram(t *testing.T, program []byte, isa asm.ISA, o pureOperation, args [][3]uint64) []uint64 {
	t.Helper()
	lanes := isa.Lanes()
	groups := len(args) / lanes
	data := make([]byte, groups*programBytes)
	for i, arg := range args {
		for k, typ := range o.operands {
			writeLane(data[i/lanes*programBytes+k*operandBytes:], typ, i%lanes, arg[k])
		}
	}
	runCode(t, program, isa, groups, data)
	results := make([]uint64, len(args))
	for i := range results {
		results[i] = readLane(t, data[i/lanes*programBytes+3*operandBytes:], o.Type, i%lanes)
	}
	return results
}

// runCode runs the given number of groups of one sub-group each, with the address of a copy of data as arguments, and
// copies the data back.
func runCode(t *testing.T, program []byte, isa asm.ISA, groups int, data []byte) {
	t.Helper()
	const contextAt, frameAt, dataAt = 0, 1024, 8192
	address, err := hostmem.Alloc(dataAt + uint64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	defer hostmem.Free(address)
	memory := hostmem.Bytes(address, dataAt+uint64(len(data)))
	copy(memory[dataAt:], data)
	block, err := codeMemory.Load(program)
	if err != nil {
		t.Fatal(err)
	}
	defer block.Free()
	fillContext(memory, uint64(address)+dataAt, uint64(groups), uint64(isa.Lanes()))
	loop := abi.GroupLoop{Entry: uint64(block.Entry()), Context: uint64(address) + contextAt,
		Frames: uint64(address) + frameAt, FrameStep: 4096, Width: uint32(isa.Lanes()), Count: 1, End: uint64(groups)}
	if got := code.Run(&loop); got != abi.Ended {
		t.Fatalf("the code returned %d", got)
	}
	copy(data, memory[dataAt:])
}

func fillContext(memory []byte, data, groups, lanes uint64) {
	set := func(offset int, value uint64) { binary.LittleEndian.PutUint64(memory[offset:], value) }
	set(abi.ContextArgs, data)
	set(abi.ContextCancel, data-8) // stays zero
	for i := range 3 {
		groups, lanes := groups, lanes
		if i > 0 {
			groups, lanes = 1, 1
		}
		set(abi.ContextEnqueued+8*i, lanes)
		set(abi.ContextGroups+8*i, groups)
		set(abi.ContextGlobalSize+8*i, groups*lanes)
	}
}

func writeLane(slot []byte, t ir.Type, lane int, value uint64) {
	switch {
	case t.Bits() == 64:
		binary.LittleEndian.PutUint64(slot[8*lane:], value)
	case t == ir.I1:
		binary.LittleEndian.PutUint32(slot[4*lane:], -uint32(value))
	default:
		binary.LittleEndian.PutUint32(slot[4*lane:], uint32(value))
	}
}

func readLane(t *testing.T, slot []byte, typ ir.Type, lane int) uint64 {
	if typ.Bits() == 64 {
		return binary.LittleEndian.Uint64(slot[8*lane:])
	}
	value := binary.LittleEndian.Uint32(slot[4*lane:])
	if typ == ir.I1 {
		if value+1 > 1 {
			t.Errorf("a mask of %#x", value)
		}
		return uint64(value & 1)
	}
	return uint64(value)
}
