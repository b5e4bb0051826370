package asm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOperandRoles prints the role of each register for the first shapes of each encoding, as register allocation will
// hear it: < read, > written, = both.
func TestOperandRoles(t *testing.T) {
	var text strings.Builder
	for op := range OpCount {
		for k := range table[op].encodings {
			i := firstShape(op, &table[op].encodings[k])
			fmt.Fprintf(&text, "%-50s%s\n", (&Func{}).Format(&i), roles(&i))
		}
	}
	compareGolden(t, "testdata/roles.txt", text.String())
}

func firstShape(op Op, enc *encoding) Inst {
	return shapes(op, enc)[0]
}

// roles are the registers with their roles, then those that the operation does not name, then the memory.
func roles(i *Inst) string {
	var out strings.Builder
	add := func(r Reg, read, write bool) {
		mark := map[[2]bool]string{{true, false}: "<", {false, true}: ">", {true, true}: "="}[[2]bool{read, write}]
		fmt.Fprintf(&out, " %s%s", mark, (&Func{}).registerName(r, 64))
	}
	i.Operands(func(r *Reg, read, write bool) { add(*r, read, write) })
	fixed := Info(i.Op).Fixed()
	for _, r := range fixed.Reads {
		add(r, true, false)
	}
	for _, r := range fixed.Writes {
		add(r, false, true)
	}
	read, write := i.Memory()
	if read {
		out.WriteString(" reads")
	}
	if write {
		out.WriteString(" writes")
	}
	return out.String()
}

func TestMasksMergeUnlessTheyZeroOrChoose(t *testing.T) {
	add := Inst{Op: Vaddps, Dst: V0, A: V0 + 1, B: V0 + 2, Mask: K7}
	require.Equal(t, " <zmm1 <zmm2 <k7 =zmm0", roles(&add))
	add.Zero = true
	require.Equal(t, " <zmm1 <zmm2 <k7 >zmm0", roles(&add))
	blend := Inst{Op: Vpblendmd, Dst: V0, A: V0 + 1, B: V0 + 2, Mask: K7}
	require.Equal(t, " <zmm1 <zmm2 <k7 >zmm0", roles(&blend))
	compare := Inst{Op: VcmppsK, Dst: K0 + 1, A: V0 + 1, B: V0 + 2, Mask: K7}
	require.Equal(t, " <zmm1 <zmm2 <k7 >k1", roles(&compare))
	gather := Inst{Op: Vpgatherdd, Dst: V0, HasMem: true, Mem: Mem{Base: RAX, Index: V0 + 1, Scale: 4}, Mask: K7}
	require.Equal(t, " <rax <zmm1 =k7 =zmm0 reads", roles(&gather))
	require.True(t, gather.Distinct())
	scatter := Inst{Op: Vpscatterdd, B: V0, HasMem: true, Mem: Mem{Base: RAX, Index: V0 + 1, Scale: 4}, Mask: K7}
	require.Equal(t, " <rax <zmm1 <zmm0 =k7 writes", roles(&scatter))
	require.False(t, scatter.Distinct())
}

// TestOperandsAreVisitedInPlace replaces registers as allocation does.
func TestOperandsAreVisitedInPlace(t *testing.T) {
	f := &Func{}
	for _, class := range []Class{Vector, Vector, General, Vector, Mask} {
		f.NewReg(class)
	}
	v := FirstVirtual
	i := Inst{Op: Vpaddd, Len: L512, Dst: v, A: v + 1, HasMem: true, Mem: Mem{Base: v + 2, Scale: 4, Index: v + 2},
		Mask: v + 4}
	require.Equal(t, "vpaddd v64{k68}, v65, [g66+g66*4]", f.Format(&i))
	i.Operands(func(r *Reg, _, _ bool) { *r = map[Class]Reg{General: RBX, Vector: V31, Mask: K7}[f.ClassOf(*r)] })
	require.Equal(t, "vpaddd zmm31{k7}, zmm31, [rbx+rbx*4]", f.Format(&i))
}

// TestLoadsFold puts memory in B's place wherever CanLoadB allows it. Elsewhere encoding must fail, unless the row has
// another reason.
func TestLoadsFold(t *testing.T) {
	folded, refused := 0, 0
	for _, i := range allShapes() {
		if i.HasMem || i.B == NoReg {
			continue
		}
		can := i.CanLoadB()
		other := i.Rounding != RoundDefault || i.movesBetweenClasses() || i.Op == Xchg || choose(&i).spec&vexNoMem != 0
		i.B, i.HasMem, i.Mem = NoReg, true, Mem{Base: RBP, Disp: 64}
		e := encoder{}
		e.room()
		err := e.encode(&i)
		if (err == nil) != can && (can || !other) {
			t.Fatalf("%s: can load %v, encoding: %v", (&Func{}).Format(&i), can, err)
		}
		if can {
			folded++
		} else {
			refused++
		}
	}
	require.Greater(t, folded, 10000)
	require.Greater(t, refused, 1000)
}

func TestEveryOperationHasARow(t *testing.T) {
	for op := Invalid + 1; op < OpCount; op++ {
		info := Info(op)
		require.NotEmpty(t, info.Name, "operation %d", op)
		require.Equal(t, op <= lastPseudo, info.Pseudo(), info.Name)
		require.Equal(t, op <= lastPseudo, len(info.encodings) == 0, info.Name)
	}
	require.Equal(t, "invalid", OpCount.String())
	require.Equal(t, "vpaddd", Vpaddd.String())
}

func TestPrintedFunction(t *testing.T) {
	f := &Func{}
	mask, sum, count := f.NewReg(Mask), f.NewReg(Vector), f.NewReg(General)
	loop := f.NewLabel()
	f.Consts = [][]byte{{1, 2, 3, 4}}
	f.Insts = []Inst{
		{Op: Entry},
		{Op: Undef, Dst: sum},
		{Op: MoveG, Dst: count, B: RDI},
		{Op: Label, Label: loop},
		{Op: VcmppsK, Len: L512, Dst: mask, A: sum, B: sum, Imm: 1},
		{Op: Vaddps, Len: L512, Dst: sum, A: sum, HasMem: true, Broadcast: true, Mem: Mem{Const: 1}, Mask: mask,
			Zero: true},
		{Op: Setcc, Dst: count, Cond: CondNE},
		{Op: Sub, Size: 8, Dst: count, Imm: 1},
		{Op: Jcc, Cond: CondNE, Label: loop},
		{Op: Suspend, Imm: 1, Label: f.NewLabel()},
		{Op: Use, A: sum, B: mask},
		{Op: Return},
	}
	compareGolden(t, "testdata/function.txt", f.String())
}
