package compiler

import (
	"reflect"
	"strings"
	"testing"

	"heddle/compiler/preproc"
)

func TestDefinesAndDirectories(t *testing.T) {
	o, err := ParseOptions(
		` -D A -DB=1 -D "C=a b" -DD="x y" '-DE=q"q' -DF= -DG(x)=x+1 -I dir -I"my dir" -Ia\ b -DS=\"s\" -D_u -D __v=1 ` +
			"\t\n")
	if err != nil {
		t.Fatal(err)
	}
	defines := []preproc.Define{
		{Name: "A"}, {Name: "B", Body: "1", HasBody: true}, {Name: "C", Body: "a b", HasBody: true},
		{Name: "D", Body: "x y", HasBody: true}, {Name: "E", Body: `q"q`, HasBody: true}, {Name: "F", HasBody: true},
		{Name: "G(x)", Body: "x+1", HasBody: true}, {Name: "S", Body: `"s"`, HasBody: true},
		{Name: "_u"}, {Name: "__v", Body: "1", HasBody: true},
	}
	if !reflect.DeepEqual(o.Defines, defines) {
		t.Errorf("got %+v", o.Defines)
	}
	if dirs := []string{"dir", "my dir", "a b"}; !reflect.DeepEqual(o.IncludeDirs, dirs) {
		t.Errorf("got %q", o.IncludeDirs)
	}
	if o.Version != DefaultVersion {
		t.Errorf("version %d", o.Version)
	}
}

// TestEveryFlagIsAccepted gives each flag alone and all together.
func TestEveryFlagIsAccepted(t *testing.T) {
	var all []string
	for name, flag := range flagOptions {
		all = append(all, name)
		if name == "-enable-link-options" {
			continue
		}
		if _, err := ParseOptions(name); err != nil {
			t.Error(err)
		}
		if _, err := ParseCompileOptions(name); (err == nil) != (flag.stages&compiling != 0) {
			t.Errorf("compiling with %s: %v", name, err)
		}
		if _, err := ParseLinkOptions(name); (err == nil) != (flag.stages&linking != 0) {
			t.Errorf("linking with %s: %v", name, err)
		}
	}
	o, err := ParseOptions(strings.Join(all, " ") + " -cl-std=CL3.0")
	if err != nil || o.Version != 300 || !o.FastRelaxedMath || !o.FiniteMath || !o.MadEnable || !o.EnableLinkOptions {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestBadOptionsAreNamed(t *testing.T) {
	for text, part := range map[string]string{
		"-cl-frob":               `"-cl-frob"`,
		"-O7":                    `"-O7"`,
		"-U":                     "-U needs a value",
		"-U 3":                   `"3" is no identifier`,
		"-x":                     "-x needs a value",
		"-x spir":                "-x spir",
		"-cl-std=CL2.1":          "-cl-std=CL2.1",
		"-cl-nv-verbosely":       `"-cl-nv-verbosely"`,
		"-funsigned-char":        `"-funsigned-char"`,
		"file.cl":                `"file.cl"`,
		"-D":                     "-D needs a value",
		"-I":                     "-I needs a value",
		"-D =3":                  "no name",
		"-D 3x":                  `"3x" is no identifier`,
		"-D {x":                  `"{x" is no identifier`,
		"-cl-std=CL9.9":          "-cl-std=CL9.9",
		"-cl-std=CLC++":          "-cl-std=CLC++",
		`-DX="a`:                 "quoted",
		"-enable-link-options":   "-create-library",
		"-cl-mad-enable -cl-bad": `"-cl-bad"`,
	} {
		if _, err := ParseOptions(text); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Options of other compilers are read; those that ask for something that is not done are reported in the build log.
func TestOptionsOfOthers(t *testing.T) {
	for text, ignored := range map[string]string{
		"-O3 -Os -Wall -Wextra -x clc -xcl -x cl": "",
		"-O":                                    "",
		"-Wno-unused-value -DA":                 "-Wno-unused-value",
		"-cl-nv-verbose -cl-nv-maxrregcount=32": "-cl-nv-verbose;-cl-nv-maxrregcount=32",
		"-cl-nv-maxrregcount 32 -cl-nv-opt-level -DX":     "-cl-nv-maxrregcount 32;-cl-nv-opt-level",
		"-save-temps=/tmp/x -fno-bin-source -cl-intel-xx": "-save-temps=/tmp/x;-fno-bin-source;-cl-intel-xx",
		"-ffast-math -W": "-ffast-math;-W",
	} {
		for _, parse := range []func(string) (Options, error){ParseOptions, ParseCompileOptions} {
			if o, err := parse(text); err != nil || strings.Join(o.Ignored, ";") != ignored {
				t.Errorf("%s: %q, %v", text, o.Ignored, err)
			}
		}
	}
	if o, err := ParseLinkOptions("-cl-nv-verbose -O3 -cl-denorms-are-zero"); err != nil || len(o.Ignored) != 1 ||
		!o.DenormsAreZero {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := ParseOptions("-O0 -Werror -cl-std=cl2.0"); err != nil || !o.NoOptimization || !o.WarningsAreErrors ||
		o.Version != 200 {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := ParseOptions("-Werror -Wno-error"); err != nil || o.WarningsAreErrors {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestIgnoredOptionsStandInTheLog(t *testing.T) {
	for options, want := range map[string]string{
		"-cl-nv-verbose -Werror": "warning: build option '-cl-nv-verbose' has no effect\n",
		"-cl-nv-verbose -w":      "",
		"-O3 -Wall":              "",
	} {
		o, err := ParseOptions(options)
		if err != nil {
			t.Fatal(err)
		}
		if _, log, ok := Compile([]byte("kernel void k(void) {}"), nil, o); !ok || log != want {
			t.Errorf("%s: %v, %q", options, ok, log)
		}
	}
}

// -U undefines macros that were defined before it or are predefined, but not later ones.
func TestUndefine(t *testing.T) {
	for options, conditions := range map[string][]string{
		"-DA -UA -U B -DB=2 -U NULL -UCHAR_BIT": {"!defined A", "B == 2", "!defined NULL", "!defined CHAR_BIT"},
		"-UA -DA":                               {"A == 1"},
	} {
		if _, log := parsed(t, options, wants(conditions...)); log != "" {
			t.Errorf("%s: %s", options, log)
		}
	}
}
