package amd64

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
	"heddle/compiler/vectorize/access"
)

// rangeTree makes random operations on integers, and what they give.
type rangeTree struct {
	build  *ir.Builder
	random *rand.Rand
	values map[ir.ValueID]uint64
}

func (r *rangeTree) apply(v ir.ValueID) ir.ValueID {
	in := r.build.Func.Instr(v)
	var args []uint64
	for _, a := range in.Args {
		args = append(args, r.values[a])
	}
	o := numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: in.Type}
	if len(in.Args) > 0 {
		o.From = r.build.Func.Type(in.Args[0])
	}
	if in.Op == ir.OpSelect {
		o.From = in.Type
	}
	got, ok := numeric.Eval(o, args)
	if !ok {
		panic(fmt.Sprint("no meaning of ", in.Op))
	}
	r.values[v] = got
	return v
}

// leaf is a number from nowhere, or a constant; mostly small ones, or next to the ends.
func (r *rangeTree) leaf(t ir.Type) ir.ValueID {
	bits := r.random.Uint64() >> r.random.UintN(64)
	if r.random.IntN(3) == 0 {
		bits = -bits
	}
	bits &= t.Mask()
	v := ir.ValueID(0)
	if r.random.IntN(2) == 0 {
		v = r.build.Const(t, bits)
	} else {
		v = r.build.Emit(ir.Instr{Op: ir.OpUndef, Type: t})
	}
	r.values[v] = bits
	return v
}

var rangeOps = []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpShl, ir.OpLShr, ir.OpAShr, ir.OpSMin,
	ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpSelect}

func (r *rangeTree) tree(t ir.Type, depth int) ir.ValueID {
	if depth == 0 {
		return r.leaf(t)
	}
	if narrower := []ir.Type{ir.I8, ir.I16, ir.I32}; r.random.IntN(3) == 0 && t.Bits() > 8 {
		from := narrower[r.random.IntN(3)]
		if from.Bits() < t.Bits() {
			return r.apply(r.build.Conv([]ir.Op{ir.OpZExt, ir.OpSExt}[r.random.IntN(2)], t, 0, r.tree(from, depth-1)))
		}
	}
	op := rangeOps[r.random.IntN(len(rangeOps))]
	x := r.tree(t, depth-1)
	if isShift := op == ir.OpShl || op == ir.OpLShr || op == ir.OpAShr; isShift {
		by := r.build.Const(t, uint64(r.random.UintN(t.Bits())))
		r.values[by] = r.build.Func.Instr(by).Imm
		return r.apply(r.build.Bin(op, x, by))
	}
	y := r.tree(t, depth-1)
	if op == ir.OpSelect {
		condition := r.build.ICmp(ir.ULT, x, y)
		return r.apply(r.build.Select(r.apply(condition), x, y))
	}
	return r.apply(r.build.Bin(op, x, y))
}

// TestNumbersLieInTheirRanges looks at trees of operations, and wants ranges that say something for many of them.
func TestNumbersLieInTheirRanges(t *testing.T) {
	told := 0
	for seed := range uint64(20000) {
		m := &ir.Module{}
		r := rangeTree{ir.NewBuilder(m.NewFunc("f")), rand.New(rand.NewPCG(seed, 1)), map[ir.ValueID]uint64{}}
		typ := []ir.Type{ir.I16, ir.I32, ir.I64}[seed%3]
		v := r.tree(typ, 1+int(seed%5))
		all, unused := access.Ranges{Fn: r.build.Func, Spans: map[ir.ValueID]access.Span{}}, 64-typ.Bits()
		got, s := int64(r.values[v]<<unused)>>unused, all.Of(v, access.MaxRangeDepth)
		if got < s.Low || got > s.High {
			t.Fatalf("seed %d: %d is not in %v", seed, got, s)
		}
		if s != access.FullSpan(typ) {
			told++
		}
	}
	if told < 4000 {
		t.Errorf("only %d of 20000 ranges say something", told)
	}
}

// TestProductsOfSmallNumbersAreNarrow wants the cheap products where factors are small, and not where they may not be.
func TestProductsOfSmallNumbersAreNarrow(t *testing.T) {
	for name, test := range map[string]struct{ typ, code, want string }{
		"bytes": {"i8", "  %9 = zext i32 %8\n  %10 = mul i32 %9, %9\n  store %4, %10 in global align 4\n  return",
			"vpmaddwd"},
		"a byte by a constant": {"i8", "  %20 = const i32 -77\n  %9 = zext i32 %8\n  %10 = mul i32 %9, %20\n" +
			"  store %4, %10 in global align 4\n  return",
			"vpmaddwd"},
		"a byte by a large constant": {"i8", "  %20 = const i32 40000\n  %9 = zext i32 %8\n" +
			"  %10 = mul i32 %9, %20\n  store %4, %10 in global align 4\n  return",
			"vpmulld"},
		"signed words": {"i16", "  %9 = sext i32 %8\n  %10 = mul i32 %9, %9\n  store %4, %10 in global align 4\n" +
			"  return", "vpmaddwd"},
		"unsigned words": {"i16", "  %9 = zext i32 %8\n  %10 = mul i32 %9, %9\n  store %4, %10 in global align 4\n" +
			"  return", "vpmulld"},
		"anything": {"i32", "  %10 = mul i32 %8, %8\n  store %4, %10 in global align 4\n  return", "vpmulld"},
		"unsigned halves": {"i32", "  %9 = zext i64 %8\n  %10 = mul i64 %9, %9\n  store %4, %10 in global align 8\n" +
			"  return",
			"vpmuludq"},
		"signed halves": {"i32", "  %9 = sext i64 %8\n  %10 = mul i64 %9, %9\n  store %4, %10 in global align 8\n" +
			"  return", "vpmuldq"},
	} {
		for _, isa := range []ISA{AVX512, AVX2} {
			l := mustList(t, withOwnWord(test.typ, test.code), isa, oneRow)
			all := 0
			for _, op := range []string{"vpmulld", "vpmullq", "vpmuludq", "vpmuldq", "vpmaddwd"} {
				all += selected(l, op)
			}
			if n := selected(l, test.want); n == 0 || n != all {
				t.Errorf("%s, %v: %d of %d products are %s", name, isa, n, all, test.want)
			}
		}
	}
}
