package exec

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestPrintf(t *testing.T) {
	for _, c := range []struct{ format, setup, args, want string }{
		{"%d|%5d|%-5d|%05d|%+d|% d\n", "%x = const i32 -42", "%x, %x, %x, %x, %x, %x",
			"-42|  -42|-42  |-0042|-42|-42\n"},
		{"%u %x %#X %o %#o", "%x = const i32 255", "%x, %x, %x, %x, %x", "255 ff 0XFF 377 0377"},
		{"%hhd %hd %ld", "%x = const i32 511\n%y = const i64 -5", "%x, %x, %y", "-1 511 -5"},
		{"%f %.2f %8.3e %g %G", "%x = const f64 1234.5", "%x, %x, %x, %x, %x",
			"1234.500000 1234.50 1.234e+03 1234.5 1234.5"},
		{"%g %g %g %#g", "%x = const f64 1e-5\n%y = const f64 100000.0\n%z = const f64 1e6", "%x, %y, %z, %y",
			"1e-05 100000 1e+06 100000."},
		{"%a %A", "%x = const f64 1.5", "%x, %x", "0x1.8p+0 0X1.8P+0"},
		{"%v4hlf|%v2hld", "%x = const f32 1.5\n%y = const i32 7", "%x, %x, %x, %x, %y, %y",
			"1.500000,1.500000,1.500000,1.500000|7,7"},
		{"%v4hhx", "%x = const i8 -1", "%x, %x, %x, %x", "ff,ff,ff,ff"},
		{"%c%%%5c|%-3c|", "%x = const i32 65", "%x, %x, %x", "A%    A|A  |"},
		{"%*d|%.*f", "%x = const i32 4\n%f = const f64 0.125", "%x, %x, %x, %f", "   4|0.1250"},
		{"%f %F %5.1e %+f", "%x = const f64 0x7ff0000000000000\n%y = const f64 0x7ff8000000000000", "%x, %x, %y, %x",
			"inf INF   nan +inf"},
		{"%.3d|%.0d|%p", "%x = const i32 7\n%z = const i32 0\n%q = const ptr 0x10", "%x, %z, %q", "007||0x10"},
		{"100%", "%x = const i32 7", "%x", "100%"},
		{"%", "%x = const i32 7", "%x", "%"},
		{"%*d|%-*d|%*d", "%x = const i32 6\n%n = const i32 -6\n%v = const i32 42", "%x, %v, %x, %v, %n, %v",
			"    42|42    |42    "},
		{"%6.2f|%9e|%12i|%4u|%5x|%3d", "%x = const f64 -1.5\n%i = const i32 1234", "%x, %x, %i, %i, %i, %i",
			" -1.50|-1.500000e+00|        1234|1234|  4d2|1234"},
		{"%8.3d|%8o|%#8x|%f", "%i = const i32 9\n%z = const f64 -0.0", "%i, %i, %i, %z",
			"     009|      11|     0x9|-0.000000"},
		{"%5.*f|%.*f", "%p = const i32 1\n%n = const i32 -1\n%f = const f64 0.25", "%p, %f, %n, %f", "  0.2|0.250000"},
	} {
		text := fmt.Sprintf("format %q\nfunc @k kernel () -> () {\nb0:\n%s\n%%r = printf i32 #0 %s\nreturn\n}",
			c.format, c.setup, c.args)
		p := build(t, text)
		var out bytes.Buffer
		l := oneD(p, 1, 1)
		l.Printf = &out
		mustRun(t, l)
		if out.String() != c.want {
			t.Errorf("%q gives %q, not %q", c.format, out.String(), c.want)
		}
	}
}

// TestPrintfsInTurns has two formats in turn, for many work-items each: a parsed format is kept for the next work-item
// only.
func TestPrintfsInTurns(t *testing.T) {
	p := build(t, "format \"%d:%*d \"\nformat \"%5d;%%\"\n"+head+`
  %w = const i32 3
  %r = printf i32 #0 %id, %w, %id
  %s = printf i32 #1 %id
  return
}`)
	var out bytes.Buffer
	l := oneD(p, 3, 1, 0)
	l.Printf = &out
	if err := NewDevice(Goroutines(1)).Run(l); err != nil {
		t.Fatal(err)
	}
	if want := "0:  0     0;%1:  1     1;%2:  2     2;%"; out.String() != want {
		t.Errorf("%q, not %q", out.String(), want)
	}
}

func TestPrintfFromManyItemsAndBeforeAFault(t *testing.T) {
	p := build(t, "format \"%d\\n\"\n"+head+`
  %r = printf i32 #0 %id
  %bad = const ptr 0
  store %bad, %id in global align 4
  return
}`)
	var out bytes.Buffer
	l := oneD(p, 64, 64, 0)
	l.Printf = &out
	if err := NewDevice(Goroutines(1)).Run(l); err == nil {
		t.Fatal("no fault")
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 64 || lines[63] != "63" {
		t.Fatalf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

func TestStringArgument(t *testing.T) {
	b := newBuffer(t, 4)
	copy(b.bytes, "hello\x00")
	p := build(t, "format \"[%s|%8s|%.2s]\"\nfunc @k kernel () -> () {\nb0:\n  %args = argblock ptr\n"+
		"  %s = load ptr %args in args align 8\n  %r = printf i32 #0 %s, %s, %s\n  return\n}")
	var out bytes.Buffer
	l := oneD(p, 1, 1, uint64(b.address))
	l.Printf = &out
	mustRun(t, l)
	if want := "[hello|   hello|he]"; out.String() != want {
		t.Errorf("%q, not %q", out.String(), want)
	}
}

// TestBadString prints, on both engines, a string whose address is wrong in one work-item of many. The output of those
// before it appears.
func TestBadString(t *testing.T) {
	k := compileKernel(t, `kernel void k(global int *p)
{
	const constant char *s = (const constant char *)(size_t)(get_global_id(0) == 77 ? p[0] : 0);
	printf("%d %s\n", (int)get_global_id(0), s);
}`)
	for _, bits := range []int{0, 256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		for _, bad := range []uint32{16, 64000} {
			d := strictDevice(t, 1, bits)
			b := newBuffer(t, 1)
			b.set(0, bad)
			var out bytes.Buffer
			l := kernelLaunch(k, k.Machine, 200, 50, uint64(b.address))
			l.Printf = &out
			err := d.Run(l)
			var fault *Fault
			if !errors.As(err, &fault) {
				t.Fatalf("%d bits: the error is %v", bits, err)
			}
			if fault.GlobalID != [3]uint64{77, 0, 0} || fault.Line != 4 || fault.Address != uintptr(bad) ||
				!strings.Contains(fault.Reason, "read from") {
				t.Errorf("%d bits: the report is %v", bits, err)
			}
			if lines := strings.Split(out.String(), "\n"); len(lines) != 78 || lines[76] != "76 (null)" {
				t.Errorf("%d bits: %d lines, the last %q", bits, len(lines)-1, lines[max(len(lines)-2, 0)])
			}
		}
	}
}

// TestFormatInMemory prints, on both engines, with formats that are chosen at run time.
func TestFormatInMemory(t *testing.T) {
	program := compileProgram(t, `
constant char array[] = "array %d %s\n", *constant table[] = {"zero %d\n", "one %d\n", "two %4d\n"};
void log_to(constant char *format, float4 v, int n) { printf(format, v, n); }
kernel void k(global int *p)
{
	int id = get_global_id(0);
	constant char *variable = "variable %d\n";
	printf(array, id, p[0] ? "literal" : "other");
	printf(variable, id);
	printf(p[id] & 1 ? "odd %d\n" : "even %d\n", p[id]);
	printf(table[p[id] % 3], id);
	printf("%.1f %v2hf %g\n", (half)id, (half2)(id, 0.1h), p[0] * 0.5h);
	log_to(id < 2 ? "%.1v4hlf %d\n" : "short\n", (float4)(id), id);
	__builtin_printf(p[id] ? &array[6] : "none\n", id, "end");
	p[id] = printf(p[0] < 0 ? "" : "%d last\n\0hidden", id);
}`)
	words := []uint32{5, 0, 3, 4}
	names := []string{"zero %d\n", "one %d\n", "two %4d\n"}
	var want []string
	for id, x := range words {
		parity := "even"
		if x&1 == 1 {
			parity = "odd"
		}
		want = append(want, fmt.Sprintf("array %d literal\n", id), fmt.Sprintf("variable %d\n", id),
			fmt.Sprintf("%s %d\n", parity, x), fmt.Sprintf(names[x%3], id))
		want = append(want, fmt.Sprintf("%d.0 %d.000000,0.099976 2.5\n", id, id))
		if id < 2 {
			want = append(want, fmt.Sprintf("%d.0,%d.0,%d.0,%d.0 %d\n", id, id, id, id, id))
		} else {
			want = append(want, "short\n")
		}
		if x != 0 {
			want = append(want, fmt.Sprintf("%d end\n", id))
		} else {
			want = append(want, "none\n")
		}
		want = append(want, fmt.Sprintf("%d last\n", id))
	}
	slices.Sort(want)
	k := program.Kernels[0]
	for _, bits := range []int{0, 256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		d := strictDevice(t, 1, bits)
		b := newBuffer(t, len(words))
		for i, w := range words {
			b.set(i, w)
		}
		var out bytes.Buffer
		l := kernelLaunch(k, k.Machine, 4, 4, uint64(b.address))
		l.Globals, l.Printf = constantsOf(t, program), &out
		if err := d.Run(l); err != nil {
			t.Fatal(err)
		}
		got := strings.SplitAfter(strings.TrimSuffix(out.String(), "\n"), "\n")
		got[len(got)-1] += "\n"
		slices.Sort(got)
		if !slices.Equal(got, want) || b.get(2) != 0 {
			t.Errorf("%d bits: %q\nnot %q", bits, got, want)
		}
	}
}

// TestTrap ends a launch with a report that names the line.
func TestTrap(t *testing.T) {
	k := compileKernel(t, "kernel void k(global int *p) {\n\tif (p[get_global_id(0)] == 3)\n\t\t__builtin_trap();\n"+
		"\tp[get_global_id(0)] = 1;\n}")
	for _, bits := range []int{0, 256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		d := strictDevice(t, 1, bits)
		b := newBuffer(t, 64)
		l := kernelLaunch(k, k.Machine, 64, 32, uint64(b.address))
		if err := d.Run(l); err != nil || b.get(63) != 1 {
			t.Fatalf("%d bits: %v", bits, err)
		}
		b.set(40, 3)
		err := d.Run(l)
		var fault *Fault
		if !errors.As(err, &fault) || fault.Line != 3 || fault.GlobalID != [3]uint64{40, 0, 0} {
			t.Errorf("%d bits: the report is %v", bits, err)
		}
	}
}
