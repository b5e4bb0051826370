package numeric

import (
	"math"
	"testing"

	"heddle/compiler/ir"
)

const (
	nan32  = 0x7fc00000
	inf32  = 0x7f800000
	ninf32 = 0xff800000
	one32  = 0x3f800000
	nzero  = 0x80000000
	sub32  = 1 // smallest subnormal
)

// TestEval has the edge values of each pure operation.
func TestEval(t *testing.T) {
	type args = []uint64
	tests := []struct {
		op   Operation
		args args
		want uint64
	}{
		{Operation{Op: ir.OpAdd, Type: ir.I8}, args{0xff, 2}, 1},
		{Operation{Op: ir.OpSub, Type: ir.I16}, args{0, 1}, 0xffff},
		{Operation{Op: ir.OpMul, Type: ir.I32}, args{0x80000001, 2}, 2},
		{Operation{Op: ir.OpSDiv, Type: ir.I32}, args{7, 0}, 0},
		{Operation{Op: ir.OpSDiv, Type: ir.I32}, args{0x80000000, 0xffffffff}, 0x80000000},
		{Operation{Op: ir.OpSDiv, Type: ir.I64}, args{1 << 63, ^uint64(0)}, 1 << 63},
		{Operation{Op: ir.OpSDiv, Type: ir.I8}, args{0xf9, 2}, 0xfd},
		{Operation{Op: ir.OpUDiv, Type: ir.I8}, args{0xf9, 2}, 0x7c},
		{Operation{Op: ir.OpUDiv, Type: ir.I64}, args{5, 0}, 0},
		{Operation{Op: ir.OpSRem, Type: ir.I32}, args{0xfffffff9, 4}, 0xfffffffd},
		{Operation{Op: ir.OpSRem, Type: ir.I32}, args{0x80000000, 0xffffffff}, 0},
		{Operation{Op: ir.OpSRem, Type: ir.I32}, args{5, 0}, 0},
		{Operation{Op: ir.OpURem, Type: ir.I32}, args{5, 0}, 0},
		{Operation{Op: ir.OpXor, Type: ir.I1}, args{1, 1}, 0},
		{Operation{Op: ir.OpShl, Type: ir.I32}, args{1, 33}, 2},
		{Operation{Op: ir.OpShl, Type: ir.I8}, args{0x81, 9}, 2},
		{Operation{Op: ir.OpLShr, Type: ir.I8}, args{0x81, 1}, 0x40},
		{Operation{Op: ir.OpAShr, Type: ir.I8}, args{0x81, 1}, 0xc0},
		{Operation{Op: ir.OpRotl, Type: ir.I16}, args{0x8001, 17}, 3},
		{Operation{Op: ir.OpRotl, Type: ir.I64}, args{1 << 63, 1}, 1},
		{Operation{Op: ir.OpRotl, Type: ir.I8}, args{0x12, 0}, 0x12},
		{Operation{Op: ir.OpMulHiS, Type: ir.I32}, args{0xffffffff, 2}, 0xffffffff},
		{Operation{Op: ir.OpMulHiS, Type: ir.I64}, args{1 << 63, 1 << 63}, 1 << 62},
		{Operation{Op: ir.OpMulHiS, Type: ir.I64}, args{^uint64(0), 5}, ^uint64(0)},
		{Operation{Op: ir.OpMulHiU, Type: ir.I8}, args{0xff, 0xff}, 0xfe},
		{Operation{Op: ir.OpMulHiU, Type: ir.I64}, args{1 << 63, 6}, 3},
		{Operation{Op: ir.OpSMin, Type: ir.I8}, args{0x80, 1}, 0x80},
		{Operation{Op: ir.OpSMax, Type: ir.I8}, args{0x80, 1}, 1},
		{Operation{Op: ir.OpUMin, Type: ir.I8}, args{0x80, 1}, 1},
		{Operation{Op: ir.OpUMax, Type: ir.I8}, args{0x80, 1}, 0x80},
		{Operation{Op: ir.OpAddSatS, Type: ir.I8}, args{0x7f, 1}, 0x7f},
		{Operation{Op: ir.OpAddSatS, Type: ir.I64}, args{1 << 63, ^uint64(0)}, 1 << 63},
		{Operation{Op: ir.OpAddSatU, Type: ir.I8}, args{0xff, 1}, 0xff},
		{Operation{Op: ir.OpAddSatU, Type: ir.I64}, args{^uint64(0), 1}, ^uint64(0)},
		{Operation{Op: ir.OpSubSatS, Type: ir.I32}, args{0x80000000, 1}, 0x80000000},
		{Operation{Op: ir.OpSubSatS, Type: ir.I32}, args{0, 0x80000000}, 0x7fffffff},
		{Operation{Op: ir.OpSubSatU, Type: ir.I32}, args{3, 5}, 0},
		{Operation{Op: ir.OpClz, Type: ir.I8}, args{0}, 8},
		{Operation{Op: ir.OpClz, Type: ir.I64}, args{1}, 63},
		{Operation{Op: ir.OpCtz, Type: ir.I16}, args{0}, 16},
		{Operation{Op: ir.OpBSwap, Type: ir.I8}, args{0x12}, 0x12},
		{Operation{Op: ir.OpBSwap, Type: ir.I16}, args{0x1234}, 0x3412},
		{Operation{Op: ir.OpBSwap, Type: ir.I32}, args{0x12345678}, 0x78563412},
		{Operation{Op: ir.OpBSwap, Type: ir.I64}, args{0x123456789abcdef0}, 0xf0debc9a78563412},
		{Operation{Op: ir.OpPopCount, Type: ir.I32}, args{0xffffffff}, 32},
		{packedOn(ir.OpAdd, 8), args{0xff7f80fe, 0x01010103}, 0x00808101},
		{packedOn(ir.OpAdd, 16), args{0xffff80fe, 0x00010103}, 0x00008201},
		{packedOn(ir.OpSubSatU, 8), args{0x05ff0180, 0x06010280}, 0x00fe0000},
		{packedOn(ir.OpSMin, 8), args{0x80017fff, 0x0080ff00}, 0x8080ffff},
		{packedOn(ir.OpAShr, 8), args{0x80ff7f08, 0x01070203}, 0xc0ff1f01},
		{packedOn(ir.OpMulHiU, 16), args{0xffff8000, 0xffff0003}, 0xfffe0001},
		{packedOn(ir.OpInvalid, 8), args{0xff01fe00, 0xff02ff00}, 0xff02ff00},
		{packedOn(ir.OpInvalid, 16), args{0xffff0001, 0xfffe0002}, 0xffff0002},
		{Operation{Op: ir.OpPacked, Kind: uint8(packedCompare(ir.SGT)), Type: ir.I32}, args{0x80017f05, 0x00ff8005},
			0x00ffff00},
		{Operation{Op: ir.OpPacked, Kind: uint8(packedCompare(ir.EQ)), Type: ir.I32}, args{0x80017f05, 0x00018005},
			0x00ff00ff},
		{Operation{Op: ir.OpPacked, Kind: uint8(ir.PackedShuffle), Type: ir.I32}, args{0x44332211, 0x80030001},
			0x00441122},
		{Operation{Op: ir.OpPacked, Kind: uint8(ir.PackedShuffle), Type: ir.I32}, args{0x44332211, 0x0605fffc},
			0x33220000},
		{packedDot(ir.PackedDotUU), args{0xffffffff, 0xff0102ff}, 0x1feff},
		{packedDot(ir.PackedDotSS), args{0x80ff7f02, 0x8001ff03}, 0x3f86},
		{packedDot(ir.PackedDotUS), args{0x80ff00ff, 0x80017fff}, 0xffffc000},

		{Operation{Op: ir.OpFAdd, Type: ir.F32}, args{0x4b800000, one32}, 0x4b800000},
		{Operation{Op: ir.OpFDiv, Type: ir.F32}, args{one32, nzero}, ninf32},
		{Operation{Op: ir.OpFNeg, Type: ir.F32}, args{nan32}, 0xffc00000},
		{Operation{Op: ir.OpFAbs, Type: ir.F64}, args{1 << 63}, 0},
		{Operation{Op: ir.OpFCopySign, Type: ir.F32}, args{nan32, nzero}, 0xffc00000},
		{Operation{Op: ir.OpFSqrt, Type: ir.F32}, args{nzero}, nzero},
		{Operation{Op: ir.OpFMin, Type: ir.F32}, args{nan32, one32}, one32},
		{Operation{Op: ir.OpFMin, Type: ir.F32}, args{one32, nan32}, one32},
		{Operation{Op: ir.OpFMin, Type: ir.F32}, args{0, nzero}, nzero},
		{Operation{Op: ir.OpFMax, Type: ir.F64}, args{bits64(math.NaN()), 5}, 5},
		{Operation{Op: ir.OpFRem, Type: ir.F32}, args{bits32(-5.5), bits32(2)}, bits32(-1.5)},
		{Operation{Op: ir.OpFRint, Type: ir.F32}, args{bits32(2.5)}, bits32(2)},
		{Operation{Op: ir.OpFRint, Type: ir.F32}, args{bits32(-0.25)}, nzero},
		{Operation{Op: ir.OpFGetExp, Type: ir.F32}, args{sub32}, bits32(-149)},
		{Operation{Op: ir.OpFGetExp, Type: ir.F32}, args{0}, ninf32},
		{Operation{Op: ir.OpFGetMant, Type: ir.F32}, args{bits32(-12)}, bits32(-1.5)},
		{Operation{Op: ir.OpFGetMant, Type: ir.F32}, args{nzero}, bits32(-1)},
		{Operation{Op: ir.OpFScale, Type: ir.F32}, args{one32, bits32(-149.5)}, 0},
		{Operation{Op: ir.OpFScale, Type: ir.F32}, args{bits32(1.5), bits32(-149)}, 2},
		{Operation{Op: ir.OpFScale, Type: ir.F32}, args{sub32, bits32(1e30)}, inf32},
		{Operation{Op: ir.OpFScale, Type: ir.F32}, args{nan32, ninf32}, 0},
		{Operation{Op: ir.OpFScale, Type: ir.F32}, args{0xffc00001, inf32}, inf32},
		{Operation{Op: ir.OpFScale, Type: ir.F32}, args{inf32 + 1, inf32}, nan32 + 1}, // signalling
		{Operation{Op: ir.OpFScale, Type: ir.F64}, args{bits64(1), bits64(-1074)}, 1},
		{Operation{Op: ir.OpFRcp, Type: ir.F32}, args{bits32(4)}, bits32(0.25)},
		{Operation{Op: ir.OpFRsqrt, Type: ir.F32}, args{0}, inf32},

		{Operation{Op: ir.OpICmp, Type: ir.I1, From: ir.I8, Kind: uint8(ir.SLT)}, args{0xff, 0}, 1},
		{Operation{Op: ir.OpICmp, Type: ir.I1, From: ir.I8, Kind: uint8(ir.ULT)}, args{0xff, 0}, 0},
		{Operation{Op: ir.OpFCmp, Type: ir.I1, From: ir.F32, Kind: uint8(ir.OEQ)}, args{0, nzero}, 1},
		{Operation{Op: ir.OpFCmp, Type: ir.I1, From: ir.F32, Kind: uint8(ir.ONE)}, args{nan32, 0}, 0},
		{Operation{Op: ir.OpFCmp, Type: ir.I1, From: ir.F32, Kind: uint8(ir.UNE)}, args{nan32, nan32}, 1},
		{Operation{Op: ir.OpFCmp, Type: ir.I1, From: ir.F32, Kind: uint8(ir.UEQ)}, args{nan32, 0}, 1},
		{Operation{Op: ir.OpSelect, Type: ir.I32}, args{0, 1, 2}, 2},

		{Operation{Op: ir.OpTrunc, Type: ir.I1, From: ir.I32}, args{6}, 0},
		{Operation{Op: ir.OpSExt, Type: ir.I32, From: ir.I1}, args{1}, 0xffffffff},
		{Operation{Op: ir.OpZExt, Type: ir.I32, From: ir.I1}, args{1}, 1},
		{Operation{Op: ir.OpSExt, Type: ir.I64, From: ir.I8}, args{0x80}, 0xffffffffffffff80},
		{Operation{Op: ir.OpFToS, Type: ir.I32, From: ir.F32}, args{nan32}, 0x80000000},
		{Operation{Op: ir.OpFToS, Type: ir.I32, From: ir.F32}, args{bits32(-1.9)}, 0xffffffff},
		{Operation{Op: ir.OpFToS, Type: ir.I32, From: ir.F32}, args{bits32(1 << 31)}, 0x80000000},
		{Operation{Op: ir.OpFToS, Type: ir.I64, From: ir.F64, Kind: uint8(ir.RoundUp)}, args{bits64(1.1)}, 2},
		{Operation{Op: ir.OpFToU, Type: ir.I32, From: ir.F32}, args{bits32(-0.5)}, 0},
		{Operation{Op: ir.OpFToU, Type: ir.I32, From: ir.F32}, args{bits32(-1)}, 0xffffffff},
		{Operation{Op: ir.OpFToU, Type: ir.I64, From: ir.F32}, args{bits32(1 << 63)}, 1 << 63},
		{Operation{Op: ir.OpUToF, Type: ir.F32, From: ir.I32, Kind: uint8(ir.RoundUp)}, args{1<<24 + 1},
			bits32(1<<24 + 2)},
		{Operation{Op: ir.OpSToF, Type: ir.F32, From: ir.I32, Kind: uint8(ir.RoundUp)}, args{0xfeffffff},
			bits32(-1 << 24)},
		{Operation{Op: ir.OpSToF, Type: ir.F32, From: ir.I64, Kind: uint8(ir.RoundDown)}, args{1 << 63},
			bits32(-1 << 63)},
		{Operation{Op: ir.OpSToF, Type: ir.F64, From: ir.I8}, args{0xff}, bits64(-1)},
		{Operation{Op: ir.OpFToF, Type: ir.F16, From: ir.F32}, args{bits32(65520)}, 0x7c00},
		{Operation{Op: ir.OpFToF, Type: ir.F16, From: ir.F32, Kind: uint8(ir.RoundZero)}, args{bits32(65520)}, 0x7bff},
		{Operation{Op: ir.OpFToF, Type: ir.F16, From: ir.F32, Kind: uint8(ir.RoundUp)}, args{sub32}, 1},
		{Operation{Op: ir.OpFToF, Type: ir.F16, From: ir.F32, Kind: uint8(ir.RoundDown)}, args{nzero | sub32}, 0x8001},
		{Operation{Op: ir.OpFToF, Type: ir.F16, From: ir.F32}, args{sub32}, 0},
		{Operation{Op: ir.OpFToF, Type: ir.F16, From: ir.F32}, args{nan32}, 0x7e00},
		// A tie in f16, but only if the f64 were rounded to f32 first.
		{Operation{Op: ir.OpFToF, Type: ir.F16, From: ir.F64}, args{bits64(1 + 0x1p-11 + 0x1p-40)}, 0x3c01},
		{Operation{Op: ir.OpFToF, Type: ir.F32, From: ir.F64, Kind: uint8(ir.RoundDown)}, args{bits64(-1e300)}, ninf32},
		{Operation{Op: ir.OpFToF, Type: ir.F32, From: ir.F64, Kind: uint8(ir.RoundZero)}, args{bits64(-1e300)},
			0xff7fffff},
		{Operation{Op: ir.OpFToF, Type: ir.F64, From: ir.F16}, args{0x8001}, bits64(-0x1p-24)},
		{Operation{Op: ir.OpPtrAdd, Type: ir.Ptr, From: ir.Ptr}, args{8, ^uint64(0)}, 7},
	}
	for _, test := range tests {
		got, ok := Eval(test.op, test.args)
		if !ok || got != test.want {
			t.Errorf("%s %s (from %s, kind %d) of %#x = %#x, %v; want %#x", test.op.Op, test.op.Type,
				test.op.From, test.op.Kind, test.args, got, ok, test.want)
		}
	}
}

// TestEvalKnowsEveryPureOp finds pure operations of the table that Eval does not know.
func TestEvalKnowsEveryPureOp(t *testing.T) {
	for op := ir.OpInvalid + 1; int(op) < ir.OpCount; op++ {
		info := op.Info()
		if !op.Pure() || len(info.Operands) == 0 {
			continue
		}
		o := Operation{Op: op, Type: ir.I32, From: ir.I32}
		for _, typ := range []ir.Type{ir.F32, ir.I64, ir.I32, ir.I1, ir.Ptr} {
			if info.Result.Has(typ) {
				o.Type = typ
			}
			if info.Operands[0].Types.Has(typ) {
				o.From = typ
			}
		}
		if _, ok := Eval(o, make([]uint64, len(info.Operands))); !ok {
			t.Errorf("no meaning for %s", op)
		}
	}
}

// packedOn is the packed operation that does op to elements of the given bits.
func packedOn(op ir.Op, bits uint) Operation {
	kind, ok := ir.PackedOf(ir.Element{Op: op, Bits: bits})
	if !ok {
		panic("no packed " + op.String())
	}
	return Operation{Op: ir.OpPacked, Kind: uint8(kind), Type: ir.I32}
}

func packedDot(kind ir.PackedKind) Operation {
	return Operation{Op: ir.OpPacked, Kind: uint8(kind), Type: ir.I32}
}

// packedCompare compares bytes.
func packedCompare(pred ir.ICmpPred) ir.PackedKind {
	kind, _ := ir.PackedOf(ir.Element{Op: ir.OpICmp, Pred: pred, Bits: 8})
	return kind
}
