package interp

import (
	"math"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/numeric"
	"heddle/exec/launch"
)

// edges are bit patterns for which operations are likely to be wrong, for all types; they are cut to the operand's
// width.
var edges = []uint64{0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff,
	0x80000000, 0xffffffff, 0x100000000, 1<<63 - 1, 1 << 63, math.MaxUint64, 0x3f800000, 0xbf800000, 0x7f800000,
	0xff800000, 0x7fc00000, 0x00800000, 0x00000001, 0x4f000000, 0xcf000000, 0x4f800000, 0x33800000, 0x40490fdb,
	0x7f7fffff, 0x3ff0000000000000, 0xbff8000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
	0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000200000, 0x43e0000000000000, 0x3e10000000000000, 0x7c00, 0x3c00,
	0xfe00, 1 << 20}

var allTypes = []ir.Type{ir.I1, ir.I8, ir.I16, ir.I32, ir.I64, ir.F16, ir.F32, ir.F64, ir.Ptr}

// TestPureOperations compares every pure operation with package numeric: at every type and mode, with every choice of
// uniform and varying operands, and with all and with some lanes active.
func TestPureOperations(t *testing.T) {
	count := 0
	for op := range ir.Op(ir.OpCount) {
		info := op.Info()
		if !op.Pure() || len(info.Operands) == 0 || op == ir.OpExpect {
			continue
		}
		for _, typ := range allTypes {
			for _, from := range allTypes {
				if info.Result.Has(typ) && fits(op, info, typ, from) {
					count += checkKinds(t, numeric.Operation{Op: op, Type: typ, From: from})
				}
			}
		}
	}
	if count < 400 {
		t.Errorf("only %d operations were compared", count)
	}
}

// fits reports whether an operation from one type to another is meaningful.
func fits(op ir.Op, info *ir.OpInfo, typ, from ir.Type) bool {
	switch op {
	case ir.OpSelect:
		return from == typ
	case ir.OpPtrAdd:
		return typ == ir.Ptr && from == ir.Ptr
	case ir.OpBitcast:
		return typ.Bits() == from.Bits()
	case ir.OpTrunc:
		return info.Operands[0].Types.Has(from) && typ.Bits() < from.Bits()
	case ir.OpZExt, ir.OpSExt:
		return info.Operands[0].Types.Has(from) && typ.Bits() > from.Bits()
	}
	if info.Operands[0].Same {
		return from == typ
	}
	return info.Operands[0].Types.Has(from)
}

func checkKinds(t *testing.T, o numeric.Operation) int {
	kinds := 1
	switch o.Op.Info().Kind {
	case ir.KindICmp, ir.KindFCmp:
		kinds = 10
	case ir.KindRounding:
		kinds = 5
	case ir.KindPacked:
		kinds = ir.PackedKinds
	}
	count := 0
	for kind := range kinds {
		o.Kind = uint8(kind)
		if _, ok := numeric.Eval(o, make([]uint64, len(o.Op.Info().Operands))); !ok {
			t.Errorf("numeric has no %v of %v", o.Op, o.Type)
			continue
		}
		for pattern := range 1 << len(o.Op.Info().Operands) {
			checkOperation(t, o, pattern)
		}
		count++
	}
	return count
}

// operandType is the type of an operation's i-th operand.
func operandType(o numeric.Operation, i int) ir.Type {
	switch {
	case o.Op == ir.OpSelect && i == 0:
		return ir.I1
	case o.Op == ir.OpPtrAdd && i == 1:
		return ir.I64
	}
	return o.From
}

func classFor(typ ir.Type, isVarying bool) lane.Class {
	switch {
	case !isVarying:
		return lane.Uniform
	case typ.Bits() > 32:
		return lane.Lane64
	}
	return lane.Lane32
}

// checkOperation runs one instruction over sets of edge values. The set bits of the pattern are varying operands.
func checkOperation(t *testing.T, o numeric.Operation, pattern int) {
	n := len(o.Op.Info().Operands)
	in := lane.Inst{Op: o.Op, Kind: o.Kind, Type: o.Type, From: o.From, Masked: true,
		Dst: lane.Reg{Class: classFor(o.Type, pattern != 0), Index: 3}}
	for i := range n {
		in.Args[i] = lane.Reg{Class: classFor(operandType(o, i), pattern>>i&1 != 0), Index: int32(i)}
	}
	p := &lane.Program{Code: []lane.Inst{in}, Registers: [4]int32{0, 4, 4, 4}, Slots: 1}
	code, err := prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	w := &Worker{run: &launch.Run{Launch: &launch.Launch{}}, code: code}
	f := w.newFrame()
	f.start(0, width)
	for round := range 40 {
		mask := ^uint64(0)
		if round&1 != 0 {
			mask = 0x8000_0f0f_0000_1235
		}
		f.setMask(mask)
		fillOperands(f, o, round, n)
		before := f.get(f.code[0].class[0], f.code[0].d, 1)
		f.code[0].run(f, &f.code[0])
		if !compareLanes(t, f, o, n) {
			t.Fatalf("pattern %b, mask %#x", pattern, mask)
		}
		if pattern != 0 && mask>>1&1 == 0 && before != f.get(f.code[0].class[0], f.code[0].d, 1) {
			t.Fatalf("%v of %v wrote an inactive lane", o.Op, o.Type)
		}
	}
}

func fillOperands(f *frame, o numeric.Operation, round, n int) {
	in := &f.code[0]
	offsets := [3]uint32{in.a, in.b, in.c}
	for i := range n {
		for k := range width {
			x := edges[(k*(i+1)*(round/2+1)+round/2*7+i*11)%len(edges)]
			f.set(in.class[i+1], offsets[i], k, x&operandType(o, i).Mask())
		}
	}
}

func compareLanes(t *testing.T, f *frame, o numeric.Operation, n int) bool {
	in := &f.code[0]
	offsets := [3]uint32{in.a, in.b, in.c}
	for _, k := range f.active() {
		args := make([]uint64, n)
		for i := range args {
			args[i] = f.get(in.class[i+1], offsets[i], int(k))
		}
		want, _ := numeric.Eval(o, args)
		got := f.get(in.class[0], in.d, int(k))
		if got != want && !bothNaN(o.Type, got, want) {
			t.Errorf("%v kind %d %v from %v of %#x: %#x, not %#x", o.Op, o.Kind, o.Type, o.From, args, got, want)
			return false
		}
	}
	return true
}

func bothNaN(t ir.Type, x, y uint64) bool {
	switch t {
	case ir.F16:
		return x&0x7fff > 0x7c00 && y&0x7fff > 0x7c00
	case ir.F32:
		a, b := math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y))
		return a != a && b != b
	case ir.F64:
		a, b := math.Float64frombits(x), math.Float64frombits(y)
		return a != a && b != b
	}
	return false
}
