package uniform

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// TestStridesOfRandomIndices computes random index expressions for neighbouring work-items of random launches: the
// strides that the analysis claims for a launch must hold, however near to wrapping the values are.
func TestStridesOfRandomIndices(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	checked, refused := 0, 0
	for range 3000 {
		f, args := randomIndices(random)
		info := Analyze(f)
		for range 20 {
			l := randomLaunch(random, args)
			if !isSmall(&l) {
				continue
			}
			holds := info.Guard().Holds(&l)
			if !holds {
				refused++
			}
			checked += checkStrides(t, random, f, info, &l, holds)
		}
	}
	if checked < 10_000 || refused < 1000 {
		t.Errorf("%d checked, %d launches refused", checked, refused)
	}
}

func isSmall(l *Launch) bool {
	for i := range 3 {
		if l.Offset[i]+l.Global[i] >= smallLimit {
			return false
		}
	}
	return true
}

// checkStrides compares the 64-bit values of two neighbours in one row.
func checkStrides(t *testing.T, random *rand.Rand, f *ir.Func, info *Info, l *Launch, holds bool) (count int) {
	item := [3]uint64{random.Uint64N(l.Global[0]), random.Uint64N(l.Global[1]), 0}
	if random.IntN(2) == 0 { // the last ones are the likeliest to wrap
		item = [3]uint64{l.Global[0] - 1 - min(1, l.Global[0]-1), l.Global[1] - 1, 0}
	}
	next := item
	next[0]++
	if next[0] >= l.Global[0] || item[0]/l.Local[0] != next[0]/l.Local[0] {
		return 0
	}
	here, there := evaluate(f, l, item), evaluate(f, l, next)
	for v := range f.Instrs {
		step, needs, ok := info.StrideNeeds(ir.ValueID(v))
		if !ok || f.Instrs[v].Type != ir.I64 || f.Instrs[v].Block != 0 || needs&NeedsGuard != 0 && !holds {
			continue
		}
		count++
		if got := int64(there[v] - here[v]); got != step {
			t.Fatalf("value %d steps by %d, not %d, at %v of %+v:\n%s", v, got, step, item, l, ir.PrintFunc(f))
		}
	}
	return count
}

// randomIndices is a kernel that computes offsets from ids, arguments and constants, and its number of bytes of
// arguments.
func randomIndices(random *rand.Rand) (*ir.Func, int) {
	m := &ir.Module{}
	f := m.NewFunc("k")
	f.Kernel = true
	b := ir.NewBuilder(f)
	block := b.Emit(ir.Instr{Op: ir.OpArgBlock, Type: ir.Ptr})
	base := b.Load(ir.Ptr, block, ir.SpaceArgs, 8)
	short := func(v ir.ValueID) ir.ValueID { return b.Conv(ir.OpTrunc, ir.I32, 0, v) }
	values := []ir.ValueID{short(b.WorkItem(ir.OpGlobalID, 0)), short(b.WorkItem(ir.OpGlobalID, 1)),
		short(b.WorkItem(ir.OpLocalID, 0))}
	for i := range 3 {
		values = append(values, b.Load(ir.I32, b.PtrAddConst(block, int64(8+4*i)), ir.SpaceArgs, 4))
	}
	values = append(values, short(b.Bin(ir.OpAdd,
		b.Bin(ir.OpMul, b.WorkItem(ir.OpGroupID, 0), b.WorkItem(ir.OpLocalSize, 0)), b.WorkItem(ir.OpLocalID, 0))))
	pick := func() ir.ValueID { return values[random.IntN(len(values))] }
	for range 2 + random.IntN(5) {
		ops := []ir.Op{ir.OpAdd, ir.OpAdd, ir.OpAdd, ir.OpMul, ir.OpSub, ir.OpAnd, ir.OpUMin, ir.OpURem, ir.OpUDiv}
		op := ops[random.IntN(len(ops))]
		y := pick()
		if op != ir.OpAdd && random.IntN(2) == 0 || random.IntN(4) == 0 {
			y = b.Const(ir.I32, random.Uint64()>>(34+random.IntN(29)))
		}
		if random.IntN(6) == 0 {
			op, y = ir.OpShl, b.Const(ir.I32, random.Uint64N(6))
		}
		values = append(values, b.Bin(op, pick(), y))
	}
	for _, v := range values {
		b.PtrAdd(base, b.Bin(ir.OpMul, b.Conv(ir.OpZExt, ir.I64, 0, v), b.Const(ir.I64, 4)))
		b.PtrAdd(base, b.Conv(ir.OpSExt, ir.I64, 0, v))
	}
	b.Return()
	return f, 20
}

func randomLaunch(random *rand.Rand, args int) Launch {
	l := Launch{Args: make([]byte, args)}
	for i := range 3 {
		l.Local[i] = 1 + random.Uint64N(64)
		l.Groups[i] = 1 + random.Uint64()>>(38+random.IntN(26))
		l.Global[i] = l.Local[i] * l.Groups[i]
		l.Offset[i] = random.Uint64() >> (33 + random.IntN(31)) & -uint64(random.IntN(2))
	}
	for i := 8; i < args; i += 4 {
		binary.LittleEndian.PutUint32(l.Args[i:], uint32(random.Uint64()>>(32+random.IntN(32))))
	}
	return l
}

// evaluate computes a function of one block for a work-item at the given offset from the start of the NDRange.
func evaluate(f *ir.Func, l *Launch, item [3]uint64) []uint64 {
	values := make([]uint64, len(f.Instrs))
	for _, v := range f.Blocks[0].Instrs {
		in := f.Instr(v)
		switch in.Op {
		case ir.OpConst:
			values[v] = in.Imm
		case ir.OpGlobalID:
			values[v] = l.Offset[in.Kind] + item[in.Kind]
		case ir.OpLocalID:
			values[v] = item[in.Kind] % l.Local[in.Kind]
		case ir.OpGroupID:
			values[v] = item[in.Kind] / l.Local[in.Kind]
		case ir.OpLocalSize:
			values[v] = l.Local[in.Kind]
		case ir.OpPtrAdd:
			values[v] = values[in.Args[0]] + values[in.Args[1]]
		case ir.OpLoad:
			if in.Type == ir.I32 {
				values[v] = uint64(binary.LittleEndian.Uint32(l.Args[values[in.Args[0]]:]))
			}
		case ir.OpReturn, ir.OpArgBlock:
		default:
			operands := []uint64{values[in.Args[0]]}
			if len(in.Args) > 1 {
				operands = append(operands, values[in.Args[1]])
			}
			values[v], _ = numeric.Eval(numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type,
				From: f.Type(in.Args[0])}, operands)
		}
	}
	return values
}
