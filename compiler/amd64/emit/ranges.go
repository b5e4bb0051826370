package emit

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// wordFactors are the vectors of factors that are words, one of which has zeros above them: a constant, a number that
// is not negative, or one whose upper half is cut off for that, if possible once for all lanes.
func (s *Values) wordFactors(in *ir.Instr, u int) (args [3][]asm.Reg) {
	cut := s.FactorToCut(in)
	for i, a := range in.Args {
		_, isConst := s.ConstOf(a)
		switch {
		case i != cut:
			args[i] = s.LanesOf(a, u)
			if !isConst && s.SpanOf(a).Low >= 0 {
				s.MarkWord(args[i][0])
			}
		case s.ByValue[a].Kind == forms.Scalar:
			args[i] = []asm.Reg{s.uniformWord(a, u)}
		default:
			word := s.ZeroExtend(ir.I16, s.LanesOf(a, u)[0])
			s.MarkWord(word)
			args[i] = []asm.Reg{word}
		}
	}
	return args
}

// WordOfSub is added to sub-groups to name what uniformWord makes.
const WordOfSub = 1 << 20

// uniformWord is the lower half of what is the same for all lanes, with zeros above.
func (s *Values) uniformWord(v ir.ValueID, u int) asm.Reg {
	if !s.ByValue[v].PerSub {
		u = 0
	}
	key := LanesKey{v, WordOfSub + u}
	if r, ok := s.InLanes[key]; ok {
		return r[0]
	}
	r := s.Temp()
	s.writeLate(v, func() {
		word := s.General()
		s.Emit(asm.Inst{Op: asm.Movzxw, Size: 4, Dst: word, B: s.Own(v, u)[0]})
		s.Broadcast(r, word, 4)
	})
	s.MarkWord(r)
	s.InLanes[key] = []asm.Reg{r}
	return r
}
