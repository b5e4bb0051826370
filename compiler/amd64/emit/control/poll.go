package control

import (
	"math/bits"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// poll looks whether the launch was cancelled.
func (s *Selector) poll() {
	var word asm.Reg
	if s.taken != nil {
		word = s.taken.cancel
	} else {
		word = s.cancelWord()
	}
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, HasMem: true, Mem: asm.Mem{Base: word}})
	s.JumpIf(asm.CondNE, s.exit())
}

// pollAndGo goes up to the header of a loop unless the launch was cancelled.
func (s *Selector) pollAndGo(header int) {
	if s.taken == nil { // else unrolled copies leave the poll out
		if counter, mask := s.pollCounter(header); mask != 0 {
			s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: counter, Imm: mask})
			s.JumpIf(asm.CondNE, s.bodies[header])
		}
	}
	s.poll()
	s.Jump(s.bodies[header])
}

// cancelWord is a register with the address of the word that poll looks at.
func (s *Selector) cancelWord() asm.Reg {
	word := s.General()
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: word, HasMem: true, Remat: true,
		Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextCancel}})
	return word
}

// pollPeriod is the number of iterations of a short loop for each poll, a power of two. Processors foresee a branch
// that goes another way in each sixteenth iteration, but not one in each sixty-fourth.
const pollPeriod = 16

// pollCounter is a register that counts the iterations of a short loop, and a mask of those of its bits that are all
// zero in one of pollPeriod iterations, whatever it begins with and whether it wraps; 0 if there is none. Loops around
// it poll in each iteration, so that a nest of short loops does, too.
func (s *Selector) pollCounter(header int) (counter asm.Reg, mask int64) {
	at := s.Flow.Layout.Order[header]
	latch := s.Kernel.Blocks[s.Flow.Layout.Order[s.Place]].Succs
	if len(s.Flow.Cfg.Preds[at]) != 2 || len(latch) != 1 || latch[0].To != at || !s.isShort(s.Flow.Inner(at)) {
		return 0, 0
	}
	for i, p := range s.Kernel.Blocks[at].Params {
		next := s.Kernel.Instr(latch[0].Args[i])
		if kind := s.ByValue[p].Kind; !s.Needed[p] || next.Op != ir.OpAdd || next.Args[0] != p ||
			kind != forms.Scalar && kind != forms.Affine || next.Type.Bits() < 32 {
			continue
		}
		step, _ := s.Kernel.SignedConst(next.Args[1])
		if lowest := bits.TrailingZeros64(uint64(step)); lowest < 16 {
			return s.Own(p, 0)[0], (pollPeriod - 1) << lowest
		}
	}
	return 0, 0
}

// isShort reports whether an iteration of a loop ends soon: it has no loops, calls or barriers, and nothing that may
// become a loop.
func (s *Selector) isShort(l int) bool {
	loop := &s.Flow.Layout.Loops[l]
	for place := loop.First; place <= loop.Last; place++ {
		if s.Flow.Layout.Inner[place] != l {
			return false
		}
		for _, v := range s.Kernel.Blocks[s.Flow.Layout.Order[place]].Instrs {
			const harmless = ir.EffectReads | ir.EffectTerminator | ir.EffectPinned
			if op := s.Kernel.Instr(v).Op; op != ir.OpStore && op.Info().Effect&^harmless != 0 {
				return false
			}
		}
	}
	return true
}
