package diag

import (
	"strings"
	"testing"
)

func equal[T comparable](t *testing.T, want, got T) {
	t.Helper()
	if want != got {
		t.Errorf("want %v, got %v", want, got)
	}
}

func contains(t *testing.T, s, part string) {
	t.Helper()
	if !strings.Contains(s, part) {
		t.Errorf("%q is not in %q", part, s)
	}
}

func TestPositions(t *testing.T) {
	var f Files
	one := f.Add("one.cl", []byte("ab\ncd\n"))
	two := f.Add("two.cl", []byte("x"))
	equal(t, Position{"one.cl", 1, 2}, f.Position(one+1))
	equal(t, Position{"one.cl", 2, 1}, f.Position(one+3))
	equal(t, Position{"one.cl", 3, 1}, f.Position(one+6))
	equal(t, Position{"two.cl", 1, 1}, f.Position(two))
	equal(t, Position{"two.cl", 1, 2}, f.Position(two+1))
	equal(t, Position{}, f.Position(NoPos))
	equal(t, Position{}, f.Position(two+2))
	equal(t, "cd", f.SourceLine(one+4))
}

func TestLineDirective(t *testing.T) {
	var f Files
	text := "a\n#line 100 \"gen.y\"\nb\nc\n#line 7\nd\n"
	base := f.Add("k.cl", []byte(text))
	at := func(s string) Pos { return base + Pos(strings.Index(text, s)) }
	f.SetLine(at("#line 100"), 100, "gen.y")
	f.SetLine(at("#line 7"), 7, "")
	equal(t, Position{"k.cl", 1, 1}, f.Position(base))
	equal(t, Position{"gen.y", 100, 1}, f.Position(at("b\n")))
	equal(t, Position{"gen.y", 101, 1}, f.Position(at("c\n")))
	equal(t, Position{"gen.y", 7, 1}, f.Position(at("d\n")))
}

func TestRender(t *testing.T) {
	var l List
	base := l.Files.Add("k.cl", []byte("kernel void f()\n{\n\tfoo(1);\n}\n"))
	l.Errorf(base+19, "use of undeclared identifier '%s'", "foo")
	l.Errorf(base+19, "a consequence")
	l.Warnf(base, "odd")
	l.Errorf(NoPos, "no kernel")
	equal(t, `k.cl:3:2: error: use of undeclared identifier 'foo'
	foo(1);
	^
k.cl:1:1: warning: odd
kernel void f()
^
error: no kernel
1 warning and 2 errors generated.
`, l.Render())
}

func TestErrorLimit(t *testing.T) {
	var l List
	base := l.Files.Add("k.cl", make([]byte, 1000))
	for i := range 100 {
		l.Errorf(base+Pos(i), "no")
	}
	equal(t, true, l.TooMany())
	equal(t, MaxErrors+1, len(l.Diagnostics()))
	contains(t, l.Render(), "too many errors")
	contains(t, l.Render(), "20 errors generated.")
}

func TestWarningSwitches(t *testing.T) {
	quiet := List{NoWarnings: true}
	quiet.Warnf(NoPos, "x")
	equal(t, "", quiet.Render())
	strict := List{WarningsAreErrors: true}
	strict.Warnf(NoPos, "x")
	equal(t, true, strict.HasErrors())
}

func TestLongAndBinaryLines(t *testing.T) {
	var l List
	text := append([]byte(strings.Repeat("a", 100000)), 0xff, 0x1b, 'z')
	base := l.Files.Add("k.cl", text)
	l.Errorf(base+100000, "bad byte")
	log := l.Render()
	equal(t, true, len(log) < 600)
	contains(t, log, "a??z\n")
	lines := strings.Split(log, "\n")
	equal(t, strings.IndexByte(lines[1], '?'), strings.IndexByte(lines[2], '^'))
}
