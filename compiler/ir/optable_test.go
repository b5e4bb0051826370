package ir

import "testing"

func TestEveryOpHasARow(t *testing.T) {
	seen := map[string]Op{}
	for op := OpInvalid; op < opCount; op++ {
		name := op.String()
		if name == "" {
			t.Errorf("op %d has no row in the table", op)
		}
		if other, dup := seen[name]; dup {
			t.Errorf("%q names both %d and %d", name, other, op)
		}
		seen[name] = op
	}
}

func TestCommutativeOpsTakeTwoOfAType(t *testing.T) {
	for op := OpInvalid; op < opCount; op++ {
		info := op.Info()
		if !info.Commutative {
			continue
		}
		if len(info.Operands) < 2 || info.Operands[0] != info.Operands[1] {
			t.Errorf("%s is commutative but its operands differ", op)
		}
	}
}

func TestBuilderPutsConstantsOnceAtTheTop(t *testing.T) {
	m := &Module{}
	f := m.NewFunc("f")
	b := NewBuilder(f)
	id := b.WorkItem(OpGlobalID, 0)
	one := b.Const(I64, 1)
	if again := b.Const(I64, 1); again != one {
		t.Errorf("a second constant 1 is value %d, not %d", again, one)
	}
	if narrow := b.Const(I8, 0x1ff); f.Instr(narrow).Imm != 0xff {
		t.Errorf("constant of an i8 holds %#x", f.Instr(narrow).Imm)
	}
	b.Bin(OpAdd, id, one)
	b.Return()
	if first := f.Instr(f.Blocks[0].Instrs[0]).Op; first != OpConst {
		t.Errorf("the entry begins with %s", first)
	}
	if again := NewBuilder(f).Const(I64, 1); again != one {
		t.Errorf("a second builder makes constant 1 again: value %d, not %d", again, one)
	}
}
