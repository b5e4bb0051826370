package lower

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// allFinished are all functions of the library in the order of their names.
func allFinished(t *testing.T) []*ir.Func {
	t.Helper()
	var names []string
	for _, file := range builtin.LibraryFiles() {
		names = append(names, builtin.LibraryFunctions(file)...)
	}
	slices.Sort(names)
	var all []*ir.Func
	for _, name := range names {
		f := finishedLibraryFunc(name)
		if f == nil || f.Name != name {
			t.Fatalf("the library has no %s", name)
		}
		all = append(all, f)
	}
	return all
}

// TestLibraryCodeIsUpToDate compares the stored code with that compiled from the library's source.
func TestLibraryCodeIsUpToDate(t *testing.T) {
	want := storeLibrary(allFinished(t))
	if *update {
		if err := os.WriteFile("library.bin", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal([]byte(libraryCode), want) {
		t.Error("library.bin is not what the library is compiled to: go test ./compiler/lower -run LibraryCode -update")
	}
}

// Stored functions are found, are valid IR, and each caller gets a copy of its own.
func TestLibraryCodeIsFound(t *testing.T) {
	all := allFinished(t)
	code := codeOf(string(storeLibrary(all)))
	for _, f := range all {
		got := storedLibraryFunc(code, f.Name)
		if got == nil {
			t.Fatalf("%s is not found", f.Name)
		}
		if text, want := ir.PrintFunc(got), ir.PrintFunc(copyFunc(f)); text != want {
			t.Fatalf("%s comes back as\n%s, not\n%s", f.Name, text, want)
		}
		if err := ir.VerifyFunc(&ir.Module{}, got); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if other := storedLibraryFunc(code, f.Name); &other.Instrs[0] == &got.Instrs[0] {
			t.Errorf("%s is given out twice", f.Name)
		}
	}
	for _, name := range []string{"", "__hd_", all[0].Name + "x", "zzz"} {
		if storedLibraryFunc(code, name) != nil {
			t.Errorf("%q is found", name)
		}
	}
}

// Code in another compiler's form is not used.
func TestLibraryCodeOfAnotherCompiler(t *testing.T) {
	file := storeLibrary(allFinished(t)[:1])
	if codeOf(string(file)) == "" {
		t.Error("our own code is not used")
	}
	file[3] ^= 1
	for _, other := range []string{string(file), "", "1234567"} {
		if codeOf(other) != "" {
			t.Errorf("code of %d bytes is used", len(other))
		}
	}
	if storedLibraryFunc("", "__hd_exp_f32") != nil {
		t.Error("a function comes out of nothing")
	}
}
