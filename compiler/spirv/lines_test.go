package spirv

import "testing"

// textWords is a text as words of a module.
func textWords(s string) (words []uint32) {
	text := append([]byte(s), make([]byte, 4-len(s)%4)...)
	for i := 0; i < len(text); i += 4 {
		words = append(words, uint32(text[i])|uint32(text[i+1])<<8|uint32(text[i+2])<<16|uint32(text[i+3])<<24)
	}
	return words
}

// TestLinesOfDebugInformation: instructions have the lines and files of the set's instructions, and what is wrong in
// those does no harm.
func TestLinesOfDebugInformation(t *testing.T) {
	const set, name, source, column = 30, 31, 32, 33
	for want, operands := range map[Line][]uint32{
		{"users.jl", 7, 7}: {source, 34, 34, column, column},
		{"", 7, 0}:         {idInt, 34, 34},
		{}:                 {source, idInt, 34},
		{"users.jl", 7, 0}: {source, 34, 34, 999, 999},
	} {
		m, err := Parse(faulty(func(a *assembly) {
			a.add(OpExtInstImport, append([]uint32{set}, textWords("NonSemantic.Shader.DebugInfo.100")...)...)
			a.add(OpString, append([]uint32{name}, textWords("users.jl")...)...)
			a.add(OpExtInst, idVoid, source, set, debugSource, name)
			a.add(OpConstant, idInt, 34, 7)
			a.add(OpConstant, idInt, column, 7)
		}, func(a *assembly) {
			a.add(OpExtInst, append([]uint32{idVoid, 35, set, debugLine}, operands...)...)
			a.add(OpStore, idParameter, idZero)
			a.add(OpExtInst, idVoid, 36, set, debugNoLine)
			a.add(OpStore, idParameter, idZero)
		}))
		if err != nil {
			t.Fatal(err)
		}
		body := m.Functions[0].Blocks[0].Body
		if got := m.Lines[body[0].Line]; got != want {
			t.Errorf("%v gives %v, not %v", operands, got, want)
		}
		if body[1].Line != 0 {
			t.Error("DebugNoLine did not end the line")
		}
	}
}
