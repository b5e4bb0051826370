package spirv

import "strings"

// Lines of the source as the sets of debug information tell them: those of NonSemantic.*.DebugInfo have instructions
// instead of OpLine, whose operands are ids of constants. Numbers are those of the sets. What is not as it should be is
// passed over, since these instructions mean nothing.
const (
	debugSource = 35
	debugLine   = 103
	debugNoLine = 104
)

// debugLine reads an instruction of debug information in a function.
func (r *functionReader) debugLine(in *Instruction) {
	set := r.m.Sets[in.ID(0)]
	if !strings.HasPrefix(set, "NonSemantic.") || !strings.Contains(set, "DebugInfo") {
		return
	}
	switch {
	case in.Args[1] == debugNoLine:
		r.line = 0
	case in.Args[1] == debugLine && len(in.Args) >= 4:
		line, column := r.m.debugNumber(in, 3), uint32(0)
		if len(in.Args) > 5 {
			column = r.m.debugNumber(in, 5)
		}
		if line > 0 {
			r.line = r.m.noteLine(Line{r.m.debugFile(in, 2), line, column})
		}
	}
}

// debugNumber is an operand that is the id of a constant; 0 if it is not.
func (m *Module) debugNumber(in *Instruction, n int) uint32 {
	if id := in.ID(n); uint32(id) < m.Bound {
		if c := m.Constant(id); c != nil && c.Kind == Scalar {
			return uint32(c.Bits)
		}
	}
	return 0
}

// debugFile is the name of the file of an operand that is a DebugSource.
func (m *Module) debugFile(in *Instruction, n int) string {
	id := in.ID(n)
	if uint32(id) >= m.Bound {
		return ""
	}
	source := m.Definition(id)
	if source == nil || source.Op != OpExtInst || len(source.Args) < 3 || source.Args[1] != debugSource {
		return ""
	}
	return m.strings[source.ID(2)]
}
