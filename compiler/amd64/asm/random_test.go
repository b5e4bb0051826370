package asm

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomTries is the number of instructions that TestRandomInstructions makes; about a third can be encoded.
const randomTries = 100000

// TestRandomInstructions combines operands, masks, broadcasts, rounding, lengths and immediates at random. GNU as must
// accept, and objdump must read, every instruction that is not refused.
func TestRandomInstructions(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	e := encoder{count: 1}
	var insts []Inst
	for range randomTries {
		i := randomInst(random)
		e.n = 0
		e.room()
		if e.encode(&i) == nil {
			insts = append(insts, i)
		}
	}
	require.Greater(t, len(insts), randomTries/10)
	gnuAssembled(t, insts)
	compareWithObjdump(t, insts)
}

// randomInst has operands of one of the forms of a random operation, now and then with one exchanged.
func randomInst(random *rand.Rand) Inst {
	op := lastPseudo + 1 + Op(random.Intn(int(OpCount-lastPseudo-1)))
	encodings := table[op].encodings
	f := &forms[encodings[random.Intn(len(encodings))].form]
	i := Inst{Op: op, Len: Length(random.Intn(3)), Size: 1 << random.Intn(4), Cond: Cond(random.Intn(16)),
		Imm: randomImmediate(random)}
	s := f.register
	if s == never || f.memory != never && random.Intn(2) == 0 {
		s = f.memory
		i.HasMem, i.Mem = true, randomMem(random)
	}
	for k, r := range []*Reg{&i.Dst, &i.A, &i.B, &i.C} {
		if class := s >> (2 * k) & 3; class != 0 {
			*r = randomReg(random, Class(class-1))
		}
	}
	if random.Intn(3) == 0 {
		i.Mask = randomReg(random, Mask)
		i.Zero = random.Intn(2) == 0
	}
	if random.Intn(4) == 0 {
		i.Broadcast = i.HasMem
	}
	if random.Intn(5) == 0 {
		i.Rounding = Rounding(random.Intn(6))
	}
	if random.Intn(50) == 0 {
		i.B = Reg(random.Intn(int(K7) + 1))
	}
	return i
}

func randomReg(random *rand.Rand, c Class) Reg {
	switch c {
	case General:
		return RAX + Reg(random.Intn(16))
	case Vector:
		return V0 + Reg(random.Intn(32))
	}
	return K0 + Reg(random.Intn(8))
}

func randomMem(random *rand.Rand) Mem {
	m := Mem{Disp: []int32{0, 1, -1, 64, -64, 4096, 1 << 20}[random.Intn(7)]}
	if random.Intn(8) > 0 {
		m.Base = randomReg(random, General)
	}
	if m.Base == NoReg || random.Intn(2) == 0 {
		m.Index, m.Scale = randomReg(random, Class(random.Intn(2))), 1<<random.Intn(4)
	}
	return m
}

func randomImmediate(random *rand.Rand) int64 {
	switch random.Intn(3) {
	case 0:
		return int64(random.Intn(256))
	case 1:
		return int64(int8(random.Intn(256)))
	}
	return int64(random.Uint64()) >> random.Intn(64)
}
