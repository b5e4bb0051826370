package lane

import "heddle/compiler/ir"

// uniformity is a small analysis that looks at operands only: what is computed from constants, the arguments and the
// sizes is the same for all lanes.
type uniformity struct{ is []bool }

func newUniformity(f *ir.Func) *uniformity {
	u := &uniformity{is: make([]bool, len(f.Instrs))}
	for isChanged := true; isChanged; {
		isChanged = false
		for id := range f.Blocks {
			for _, v := range f.Blocks[id].Instrs {
				if !u.is[v] && u.check(f.Instr(v)) {
					u.is[v], isChanged = true, true
				}
			}
		}
	}
	return u
}

// Uniform says whether all lanes have the same v.
func (u *uniformity) Uniform(v ir.ValueID) bool { return u.is[v] }

func (u *uniformity) check(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID, ir.OpAlloca, ir.OpParam, ir.OpInvalid:
		return false
	case ir.OpLoad:
		return (in.Space == ir.SpaceArgs || in.Space == ir.SpaceConstant) && u.is[in.Args[0]]
	}
	if !in.Op.Pure() || in.Type == ir.Void {
		return false
	}
	for _, a := range in.Args {
		if !u.is[a] {
			return false
		}
	}
	return true
}
