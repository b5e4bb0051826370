package ir

// ZeroUndefined makes all undefined values zero.
func (m *Module) ZeroUndefined() {
	for _, f := range m.Funcs {
		if f == nil {
			continue
		}
		for i := range f.Instrs {
			if in := &f.Instrs[i]; in.Op == OpUndef {
				in.Op, in.Imm = OpConst, 0
			}
		}
	}
}
