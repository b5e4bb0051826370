package ir

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/compiler/mutate"
	"heddle/compiler/wire"
)

// storeText is the form of a module in text form.
func storeText(t testing.TB, text string) *Module {
	t.Helper()
	m, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m.PosName = func(p Pos) (string, int, int) { return []string{"a.cl", "b.h"}[p%2], int(p) * 10, int(p) }
	return m
}

// Kernels come back as they were, with all that they call and nothing else, at the same lines.
func TestStoredModules(t *testing.T) {
	files, _ := filepath.Glob("testdata/good/*.ir")
	kernels := 0
	for _, file := range files {
		m := storeText(t, readFile(t, file))
		form, place := m.Store()
		s, err := ReadStored(form)
		if err != nil {
			t.Fatal(file, err)
		}
		for id, f := range m.Funcs {
			if f == nil || !f.Kernel {
				continue
			}
			kernels++
			own, got, err := s.Kernel(FuncID(id))
			if err != nil {
				t.Fatalf("%s, @%s: %v", file, f.Name, err)
			}
			f.Compact(NewCFG(f).Order)
			if text, want := withoutPositions(got), withoutPositions(f); text != want {
				t.Errorf("%s: comes back as\n%s, not\n%s", file, text, want)
			}
			for v := range f.Instrs {
				samePosition(t, m, own, f.Instrs[v].Pos, got.Instrs[v].Pos, place)
			}
		}
	}
	if kernels == 0 {
		t.Error("no kernels")
	}
}

func withoutPositions(f *Func) string { return positions.ReplaceAllString(PrintFunc(f), "") }

func samePosition(t *testing.T, m, own *Module, want, got Pos, place func(Pos) Pos) {
	t.Helper()
	if place(want) != got {
		t.Fatalf("position %d, not %d", got, place(want))
	}
	if want == 0 {
		return
	}
	file, line, column := own.PosName(got)
	if wantFile, wantLine, wantColumn := m.PosName(want); file != wantFile || line != wantLine || column != wantColumn {
		t.Fatalf("%s:%d:%d, not %s:%d:%d", file, line, column, wantFile, wantLine, wantColumn)
	}
}

// Forms that mean nothing are errors: of a module at once, of a function when it is wanted.
func TestBrokenStoredModules(t *testing.T) {
	g := Global{Name: "g", SizeBytes: 8, Init: make([]byte, 8), Relocations: []uint64{0}}
	m := &Module{Formats: []string{"%d"}, GlobalBytes: 8, Globals: []Global{g}}
	f := m.NewFunc("k")
	f.Kernel = true
	b := NewBuilder(f)
	b.Return()
	form, _ := m.Store()
	if _, err := ReadStored(form); err != nil {
		t.Fatal(err)
	}
	for n := range form {
		if _, err := ReadStored(form[:n]); err == nil {
			t.Errorf("%d bytes are a module", n)
		}
	}
	for name, change := range map[string]func(g *Global){
		"behind the block":    func(g *Global) { g.OffsetBytes = 1 },
		"too much":            func(g *Global) { g.Init = make([]byte, 9) },
		"address at the end":  func(g *Global) { g.Relocations = []uint64{1} },
		"address far outside": func(g *Global) { g.Relocations = []uint64{^uint64(0)} },
	} {
		bad := *m
		bad.Globals = []Global{m.Globals[0]}
		change(&bad.Globals[0])
		form, _ := bad.Store()
		if _, err := ReadStored(form); err == nil {
			t.Errorf("%s: read", name)
		}
	}
}

// Functions that Verify finds wrong, or that no maker of IR makes, are errors.
func TestBadStoredFunctions(t *testing.T) {
	for want, change := range map[string]func(f *Func){
		"calls itself":      func(f *Func) { f.Instrs[1] = Instr{Op: OpCall, Imm: 0} },
		"does not exist":    func(f *Func) { f.Instrs[1] = Instr{Op: OpCall, Imm: 7} },
		"alloca of":         func(f *Func) { f.Instrs[1] = Instr{Op: OpAlloca, Type: Ptr, Imm: 1 << 40, Align: 4} },
		"alignment 3":       func(f *Func) { f.Instrs[1] = Instr{Op: OpAlloca, Type: Ptr, Imm: 4, Align: 3} },
		"without a format":  func(f *Func) { f.Instrs[1] = Instr{Op: OpPrintf, Type: I32, Imm: 3} },
		"cannot give":       func(f *Func) { f.Instrs[1] = Instr{Op: OpConst, Type: Void} },
		"is no kernel":      func(f *Func) { f.Kernel = false },
		"before it is made": func(f *Func) { f.Instrs[1] = Instr{Op: OpFNeg, Type: F32, Args: []ValueID{1}} },
	} {
		m := &Module{}
		f := m.NewFunc("k")
		f.Kernel = true
		b := NewBuilder(f)
		b.Const(I32, 1)
		b.Return()
		change(f)
		form, _ := m.Store()
		s, err := ReadStored(form)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Kernel(0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, _, err := (&Stored{}).Kernel(5); err == nil {
		t.Error("a function of nothing")
	}
}

// Each operation with a kind that its table lacks is a fault, whatever its operands are.
func TestKindsOutOfRange(t *testing.T) {
	for op := OpInvalid + 1; op < opCount; op++ {
		info := op.Info()
		for operands := range 4 {
			f := (&Module{}).NewFunc("k")
			b := NewBuilder(f)
			one := b.Const(I32, 1)
			two := b.Const(I32, 2)
			b.Return()
			args := slices.Repeat([]ValueID{one}, max(0, len(info.Operands)-1+operands))
			*f.Instr(two) = Instr{Op: op, Kind: 0xff, Type: I32, Args: args}
			if err := VerifyFunc(&Module{}, f); err == nil {
				t.Errorf("%s with kind 255 and %d operands is accepted", op, len(args))
			}
		}
	}
}

// The version knows each table.
func TestStoredVersionChanges(t *testing.T) {
	before := StoredVersion()
	old := ops[OpAdd]
	defer func() { ops[OpAdd] = old }()
	for name, change := range map[string]func(){
		"operands": func() { ops[OpAdd].Operands = nil },
		"effect":   func() { ops[OpAdd].Effect = EffectReads },
		"kind":     func() { ops[OpAdd].Kind = KindICmp },
		"name":     func() { ops[OpAdd].Name = "sum" },
	} {
		ops[OpAdd] = old
		if change(); StoredVersion() == before {
			t.Errorf("%s: the same version", name)
		}
	}
}

// FuzzStored reads anything as a module and each of its functions.
func FuzzStored(f *testing.F) {
	for _, form := range storedModules(f) {
		f.Add(form)
	}
	f.Fuzz(func(_ *testing.T, form []byte) {
		useStored(form)
	})
}

// useStored reads anything as a module, and reports whether it is one.
func useStored(form []byte) bool {
	s, err := ReadStored(form)
	if err != nil {
		return false
	}
	for id := range min(len(s.functions), 100) {
		if m, kernel, err := s.Kernel(FuncID(id)); err == nil {
			_ = PrintFunc(kernel)
			m.PosName(1)
		}
	}
	return true
}

// FuzzReadBinary reads anything as a function.
func FuzzReadBinary(f *testing.F) {
	for _, form := range storedFunctions(f) {
		f.Add(string(form))
	}
	f.Fuzz(func(_ *testing.T, form string) {
		if fn, err := ReadBinary(form); err == nil {
			_ = VerifyFunc(&Module{}, fn)
		}
	})
}

func storedModules(tb testing.TB) (forms [][]byte) {
	files, _ := filepath.Glob("testdata/good/*.ir")
	for _, file := range files {
		form, _ := storeText(tb, readFile(tb, file)).Store()
		forms = append(forms, form)
	}
	return forms
}

func storedFunctions(tb testing.TB) (forms [][]byte) {
	files, _ := filepath.Glob("testdata/good/*.ir")
	for _, file := range files {
		for _, fn := range storeText(tb, readFile(tb, file)).Funcs {
			if len(fn.Blocks) > 0 {
				var s storedFunc
				r := wire.Reader(storeFunc(fn, func(p Pos) Pos { return p }))
				s.code(r)
				forms = append(forms, []byte(s.body))
			}
		}
	}
	return forms
}

// TestChangedModules reads changed stored modules.
func TestChangedModules(t *testing.T) {
	(&mutate.Loop{Seeds: storedModules(t), Usual: 20_000, Longest: 1 << 16, Try: useStored}).Run(t)
}

// TestChangedFunctions reads changed stored functions.
func TestChangedFunctions(t *testing.T) {
	(&mutate.Loop{Seeds: storedFunctions(t), Usual: 20_000, Longest: 1 << 14, Try: func(form []byte) bool {
		fn, err := ReadBinary(string(form))
		return err == nil && VerifyFunc(&Module{}, fn) == nil
	}}).Run(t)
}
