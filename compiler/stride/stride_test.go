package stride_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/stride"
	"heddle/compiler/uniform"
)

// kernel has addresses before, and in, a loop over j from 0 to n, with a pointer that walks along.
const kernel = `func @k kernel () -> () {
b0:
  %zero = const i32 0
  %one = const i32 1
  %two = const i64 2
  %three = const i32 3
  %eight = const i64 8
  %far = const i64 4096
  %args = argblock ptr
  %a = load ptr %args in args align 8
  %place = ptradd ptr %args, %eight
  %n = load i32 %place in args align 8
  %wide = sext i64 %n
  %x = globalid.0 i64
  %y = globalid.1 i64
  %l = localid.0 i64
  %x32 = trunc i32 %x
  %l32 = trunc i32 %l
  %xfar = mul i64 %x, %far
  %pfar = ptradd ptr %a, %xfar
  %row = mul i64 %wide, %x
  %both = add i64 %row, %y
  %index = shl i64 %both, %two
  %matrix = ptradd ptr %a, %index
  %back = sub i64 %y, %row
  %square = mul i64 %x, %y
  %cube = mul i64 %row, %wide
  %shift = shl i64 %two, %x
  %row32 = mul i32 %l32, %n nowrap
  %ext = sext i64 %row32
  %loose32 = mul i32 %l32, %n
  %extloose = sext i64 %loose32
  %address32 = add i32 %l32, %n address
  %extaddress = sext i64 %address32
  %extid = sext i64 %x32
  %zextid = zext i64 %l32
  %least = smin i64 %row, %eight
  %isleft = icmp.slt i1 %y, %eight
  %chosen = select i64 %isleft, %xfar, %eight
  %guess = add i64 %least, %xfar
  %byte = load i8 %matrix in global align 1
  %read = zext i64 %byte
  %readplus = add i64 %read, %xfar
  jump b1(%zero, %a, %zero, %zero)
b1(%j i32, %p ptr, %sum i32, %by i32):
  %more = icmp.slt i1 %j, %n
  branch %more, b2, b3
b2:
  %jwide = sext i64 %j
  %off = shl i64 %jwide, %two
  %at = ptradd ptr %pfar, %off
  %jtimes = mul i32 %j, %n
  %jself = mul i32 %j, %j
  %before = sub i64 %two, %off
  %v = load i32 %at in global align 4
  %inside = add i32 %n, %three
  %steps = mul i32 %inside, %three
  %jnone = mul i32 %steps, %inside
  %j1 = add i32 %one, %j nowrap
  %p1 = ptradd ptr %p, %wide
  %p2 = ptradd ptr %p1, %eight
  %sum1 = add i32 %sum, %v
  %by1 = sub i32 %by, %three
  jump b1(%j1, %p2, %sum1, %by1)
b3:
  return
}`

// defined are the names of the values of a function, by number: each line is one, and those of blocks have parameters.
func defined(text string) []string {
	names := []string{""}
	for _, line := range strings.Split(text, "\n")[1:] {
		name, _, isNamed := strings.Cut(strings.TrimSpace(line), " = ")
		switch {
		case isNamed:
			names = append(names, name[1:])
		case strings.HasPrefix(line, "b"):
			for _, m := range regexp.MustCompile(`%(\w+)`).FindAllStringSubmatch(line, -1) {
				names = append(names, m[1])
			}
		case strings.HasPrefix(line, " "):
			names = append(names, "")
		}
	}
	return names
}

// describe writes a form in words, "?" behind what is only a part.
func describe(names []string, f stride.Form, isWhole bool) string {
	var parts []string
	for _, t := range f.Terms {
		parts = append(parts, fmt.Sprintf("%d*%s", t.Factor, names[t.Value]))
	}
	if f.Constant != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprint(f.Constant))
	}
	if !isWhole {
		parts = append(parts, "?")
	}
	return strings.Join(parts, " + ")
}

// alongDimension is what work-items of a dimension differ by.
func alongDimension(info *uniform.Info, by uniform.Vary) stride.Direction {
	return func(v ir.ValueID, in *ir.Instr) (stride.Form, stride.Answer) {
		switch {
		case info.Varies(v)&(by|uniform.VaryAny|uniform.VaryMemory) == 0:
			return stride.Form{}, stride.Known
		case in.Op == ir.OpGlobalID || in.Op == ir.OpLocalID:
			return stride.Form{Constant: 1}, stride.Known
		}
		return stride.Form{}, stride.FromOperands
	}
}

func TestForms(t *testing.T) {
	f := ir.MustParse(kernel).Funcs[0]
	names := defined(kernel)
	if len(names) != len(f.Instrs) {
		t.Fatalf("%d names for %d values", len(names), len(f.Instrs))
	}
	cfg, info := ir.NewCFG(f), uniform.Analyze(f)
	loop := stride.Loop{Fn: f, CFG: cfg, Header: 1, IsInside: func(b ir.BlockID) bool { return b == 1 || b == 2 }}
	directions := map[string]stride.Finder{
		"x":      {Along: alongDimension(info, uniform.VaryLocal0)},
		"x~":     {Along: alongDimension(info, uniform.VaryLocal0), Wraps: stride.Seldom},
		"small":  {Along: alongDimension(info, uniform.VaryLocal0), SmallIDs: true},
		"y":      {Along: alongDimension(info, uniform.VaryLocal1)},
		"named":  {Along: alongDimension(info, uniform.VaryLocal0), IsTerm: func(ir.ValueID) bool { return false }},
		"loop~":  {Along: loop.Along, Wraps: stride.Seldom},
		"budget": {Along: alongDimension(info, uniform.VaryLocal0), Budget: 1},
	}
	for _, c := range []struct{ along, of, want string }{
		{"x", "matrix", "4*wide"}, {"y", "matrix", "4"}, {"x", "pfar", "4096"}, {"y", "pfar", "0"},
		{"x", "back", "-1*wide"}, {"y", "back", "1"}, {"named", "matrix", "0 + ?"}, {"named", "pfar", "4096"},
		{"budget", "matrix", "0 + ?"}, {"budget", "pfar", "0 + ?"},
		// a change that itself changes, or is a product of two values
		{"x", "square", "1*y"}, {"x", "cube", "0 + ?"}, {"x", "shift", "0 + ?"},
		// extensions keep the change only where nothing wraps
		{"x", "ext", "1*n"}, {"x", "extloose", "0 + ?"}, {"x", "extaddress", "1"}, {"x", "zextid", "0 + ?"},
		{"x", "extid", "0 + ?"}, {"small", "extid", "1"}, {"x~", "extloose", "1*n"}, {"x~", "extid", "1"},
		{"x~", "zextid", "1"},
		// estimates
		{"x", "least", "0 + ?"}, {"x~", "least", "1*wide + ?"}, {"x~", "chosen", "4096 + ?"},
		{"x~", "cube", "1*cube + ?"},
		{"x~", "guess", "1*wide + 4096 + ?"}, {"x~", "readplus", "4096 + ?"}, {"x~", "shift", "1*shift + ?"},
		// from iteration to iteration
		{"loop~", "j", "1"}, {"loop~", "p", "1*wide + 8"}, {"loop~", "sum", "0 + ?"}, {"loop~", "by", "-3"},
		{"loop~", "at", "4"}, {"loop~", "jtimes", "1*n"}, {"loop~", "jself", "1*jself + ?"}, {"loop~", "before", "-4"},
		{"loop~", "jnone", "0"}, {"loop~", "v", "0 + ?"}, {"loop~", "x", "0"},
	} {
		finder := directions[c.along]
		if finder.Fn = f; finder.Budget == 0 {
			finder.Budget = 100
		}
		change, isWhole := finder.Of(ir.ValueID(slices.Index(names, c.of)))
		if got := describe(names, change, isWhole); got != c.want {
			t.Errorf("%s along %s: %s, not %s", c.of, c.along, got, c.want)
		}
	}
}
