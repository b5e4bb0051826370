package exec

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestWrongHeaders wants errors with file and line.
func TestWrongHeaders(t *testing.T) {
	for line, want := range map[string]string{
		"//argument y 1":                           `unknown key "argument"`,
		"//arg y":                                  "a name and what it is are wanted",
		"//arg y uint[0] zero":                     "there cannot be 0 elements",
		"//arg y real[4] zero":                     `unknown type "real"`,
		"//arg y uint[4] ones":                     `"ones" is no number`,
		"//arg y uint[4]":                          "a number is missing",
		"//arg y uchar[4] 256":                     "256 is too large for uchar",
		"//arg y int[4] 1.5":                       "1.5 is no int",
		"//arg y uint[4] random %0":                `"%0" is no step`,
		"//arg a 1":                                "a is there already",
		"//arg i image 2d RGBA,FLOAT":              "size and filling of the image are wanted",
		"//arg i image 4d R,FLOAT 4 zero":          `unknown shape "4d"`,
		"//arg i image 1d R,FLOUT 4 zero":          `unknown format "R,FLOUT"`,
		"//arg i image 2d R,FLOAT 4 zero":          `"4" has not the dimensions of the shape`,
		"//arg i image 1d R,FLOAT 0 zero":          "a dimension of",
		"//arg i image 1d R,FLOAT 4 levels=x zero": `"x" is no number of levels`,
		"//arg a image 1d R,FLOAT 4 zero":          "a is there already",
		"//launch 64":                              `"64" is not GLOBAL/LOCAL`,
		"//launch 64/0":                            "empty groups",
		"//launch 64x2x2x2/1":                      "more than three dimensions",
		"//launch 64/8+y":                          `"y" is no size`,
		"//bundles rows=0":                         `"rows=0" is wrong`,
		"//bundles interchanged=3":                 `"interchanged=3" is wrong`,
		"//bundles diagonals=3":                    `"diagonals=3" is unknown`,
		"//judge zen":                              "nothing is left out",
		"//judge off=gvm":                          `unknown pass or analysis "gvm"`,
		"//also arm":                               `"arm" is unknown`,
		"//also":                                   "a processor or what is left out is wanted",
		"//same one two":                           "not one name",
		"//want a":                                 "a buffer and numbers are wanted",
		"//fault 1 row 2":                          "an id, and perhaps a line",
		"//deadlock 7":                             "nothing or a line is wanted",
		"//expect access gather":                   "is wanted",
		"//expect rows1 noalias":                   "is wanted",
		"//expect rows1 access gather < 3":         "is no operation with a number",
		"//expect rows1 access \"gather":           "a quotation mark is missing",
		"// " + strings.Repeat("x", 120):           "123 columns",
		"//fault 1\n\n//options -w":                "options holds for the whole file",
		"//fault 1\n\n//fault 2":                   "no kernel follows",
	} {
		_, err := parseKernelFile("file.cl", "// An idea.\n//arg a uint[4] zero\n"+line+"\n")
		number := 3 + strings.Count(line, "\n")
		text, place := fmt.Sprint(err), fmt.Sprintf("file.cl:%d: ", number)
		if !strings.HasPrefix(text, place) || !strings.Contains(text, want) {
			t.Errorf("%s: the error is %s", line, text)
		}
	}
	if _, err := parseKernelFile("file.cl", "kernel void k() {}\n"); err == nil {
		t.Error("a file without an idea is taken")
	}
}

// recorder is a testing.TB that keeps the first failure instead of failing.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	if r.failure == "" {
		r.failure = fmt.Sprintf(format, args...)
	}
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

func (r *recorder) Fatal(args ...any) { r.Fatalf("%s", fmt.Sprintln(args...)) }

// TestKernelFilesFail wants each kind of wrong result to be reported.
func TestKernelFilesFail(t *testing.T) {
	const head = "kernel void k(global uint *y, uint a) { "
	const kernel = head + "y[get_global_id(0)] = a; }\n"
	for _, test := range []struct{ header, program, want string }{
		{"", kernel, ""},
		{"//want y 5 5 5", kernel, ""},
		{"//want y 5 5 6", kernel, "y[2] is 0x5, not 0x6"},
		{"//want y 5 5", kernel, "y[2] is 0x5, not 0x0"},
		{"//want x 5", kernel, "kernel k has no buffer x"},
		{"//same other", kernel + "kernel void other(global uint *y) { y[1] = 5; }", "y[0] is 0x5, not 0x0"},
		{"//same other", kernel, "there is no kernel other"},
		{"//checks y", kernel, "check 0 fails in line 5"},
		{"//fault 1", kernel, "not a fault"},
		{"", head + "y[get_global_id(0) / 2 * 40000000000] = 1; }", "kernel k, interpreter"},
		{"", head + "y[get_global_id(0) + 1] = a; }", "memory behind the buffers has changed"},
		{"", head + "y[(int)get_global_id(0) - 1] = a; }", "memory before y has changed"},
		{"", "kernel void k(global uint *y, uint a, uint b) { }", "the header has no argument b"},
		{"", "kernel void k(global uint *y) { }", "no kernel has a parameter a"},
		{"", "kernel void k(global uint *y, float4 a) { }", `unknown type "float4"`},
		{"", "kernel void k(global uint *y, local uint *a) { }", "a is of another kind"},
		{"//also options=-DN=1", head + "\n#ifdef N\n\ty[1] = 1;\n#endif\n}", "y[1] is 0x1, not 0x0"},
		{"//expect both rows1-small access contiguous", kernel, ""},
		{"//expect both rows1-small access contiguous == 2", kernel, "1 do not meet: both rows1-small access"},
		{"//expect avx2 rows1-small flag HasScalarLoops", kernel, "0 do not meet"},
		{"//expect avx2 rows1-small flag Round", kernel, "has no Round"},
	} {
		if underRace && strings.HasPrefix(test.header, "//also") {
			continue // other options are left out under the race detector
		}
		const header = "// An idea.\n//arg y uint[3] zero\n//arg a 5\n//launch 3/3\n"
		f, err := parseKernelFile("file.cl", header+test.header+"\n\n"+test.program)
		if err != nil {
			t.Fatal(err)
		}
		r := &recorder{TB: t}
		done := make(chan bool)
		go func() {
			defer close(done)
			f.run(r)
		}()
		<-done
		if (r.failure == "") != (test.want == "") || !strings.Contains(r.failure, test.want) {
			t.Errorf("%s\n%s: the failure is %q", test.header, test.program, r.failure)
		}
	}
}
