package exec

import (
	"errors"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
)

// expectation is a line of a header about the machine code: a property and how often it must occur.
type expectation struct {
	variant
	isas      []amd64.ISA
	version   string
	thing     string
	names     string
	operation string
	number    int
	text      string
}

// thing is a property of machine code that expectations count.
type thing struct {
	hasVersion, hasName bool
	count               func(e *expectation, k *amd64.Kernel, isa amd64.ISA) (int, error)
}

var things = map[string]thing{
	"access":       {true, true, (*expectation).countAccesses},
	"instruction":  {true, true, (*expectation).countInstructions},
	"spills":       {true, false, (*expectation).countSpills},
	"flag":         {true, true, (*expectation).flag},
	"plan":         {false, true, (*expectation).planned},
	"noalias":      {false, false, hasNoAliasVersion},
	"unitsteps":    {false, false, unitSteps},
	"interchanged": {false, false, interchangedDimension},
}

var (
	isaNames = map[string][]amd64.ISA{
		"avx2": {amd64.AVX2}, "avx512": {amd64.AVX512}, "both": {amd64.AVX512, amd64.AVX2},
	}
	versionName = regexp.MustCompile(`^(rows|columns|packed)(\d+)((?:-small|-full|-guarded|-wholegroup)*)$`)
	operations  = map[string]func(a, b int) bool{
		"==": func(a, b int) bool { return a == b },
		">=": func(a, b int) bool { return a >= b },
		"<=": func(a, b int) bool { return a <= b },
	}
)

func (s *section) parseExpect(words []string) error {
	e := expectation{operation: ">=", number: 1, isas: isaNames["both"], text: strings.Join(words, " ")}
	for ; len(words) > 0 && e.thing == ""; words = words[1:] {
		_, isThing := things[words[0]]
		switch word := words[0]; {
		case isaNames[word] != nil:
			e.isas = isaNames[word]
		case isThing:
			e.thing = word
		case versionName.MatchString(word):
			e.version = word
		default:
			v, err := parseVariant([]string{word})
			if err != nil {
				return err
			}
			e.core, e.off = max(e.core, v.core), append(e.off, v.off...)
		}
	}
	about := things[e.thing]
	if about.count == nil || about.hasVersion != (e.version != "") || about.hasName && len(words) == 0 {
		return errors.New("[ISA] [PROCESSOR] [off=PASSES] [VERSION] THING [NAME] [OPERATION NUMBER] is wanted")
	}
	if about.hasName {
		e.names, words = words[0], words[1:]
	}
	if len(words) == 2 && operations[words[0]] != nil {
		var err error
		e.operation = words[0]
		if e.number, err = strconv.Atoi(words[1]); err != nil {
			return err
		}
		words = nil
	}
	if len(words) > 0 {
		return fmt.Errorf("%q is no operation with a number", words)
	}
	s.expects = append(s.expects, e)
	return nil
}

// expect checks the expectations of the kernels for all instruction sets, including those that this processor lacks.
func (f *kernelFile) expect(t testing.TB, program *compiler.Program, runs []*fileRun) {
	programs := map[string]*compiler.Program{variant{}.String(): program}
	for _, r := range runs {
		for _, e := range r.expects {
			p := programs[e.variant.String()]
			if p == nil {
				e.variant.isListed = true
				p, _ = f.compile(t, e.variant)
				programs[e.variant.String()] = p
			}
			i := slices.IndexFunc(p.Kernels, func(k *compiler.Kernel) bool { return k.Name == r.kernel })
			machine := r.machine(t, p.Kernels[i], r.cases[0])
			for _, isa := range e.isas {
				n, err := things[e.thing].count(&e, machine, isa)
				if err != nil || !operations[e.operation](n, e.number) {
					t.Errorf("kernel %s, %v: %d do not meet: %s (error: %v)", r.kernel, isa, n, e.text, err)
				}
			}
		}
	}
}

// versionOf is the version that an expectation names.
func (e *expectation) versionOf(k *amd64.Kernel) amd64.Version {
	m := versionName.FindStringSubmatch(e.version)
	count, _ := strconv.Atoi(m[2])
	v := amd64.Version{Shape: abi.Rows, Count: count}
	for _, shape := range []abi.Shape{abi.Columns, abi.Packed} {
		if shape.String() == m[1] {
			v.Shape = shape
		}
	}
	properties := strings.Split(m[3], "-")
	v.SmallIDs, v.FullBundles = slices.Contains(properties, "small"), slices.Contains(properties, "full")
	v.Guarded = slices.Contains(properties, "guarded") && k.Guard() != nil
	v.WholeGroup = slices.Contains(properties, "wholegroup")
	return v
}

func (e *expectation) listing(k *amd64.Kernel, isa amd64.ISA) (*amd64.Listing, error) {
	l := k.Listing(isa, e.versionOf(k))
	return l, l.Err
}

// countAccesses counts accesses by some strategies, by patterns of the words that listings have for them.
func (e *expectation) countAccesses(k *amd64.Kernel, isa amd64.ISA) (n int, err error) {
	l, err := e.listing(k, isa)
	for _, a := range l.Accesses {
		for pattern := range strings.SplitSeq(e.names, "|") {
			if ok, _ := path.Match(pattern, a.How.String()); ok {
				n++
			}
		}
	}
	return n, err
}

// countInstructions counts instructions whose text contains one of the words of e.names.
func (e *expectation) countInstructions(k *amd64.Kernel, isa amd64.ISA) (n int, err error) {
	l, err := e.listing(k, isa)
	for _, line := range l.Allocated {
		has := func(word string) bool { return strings.Contains(line.Text, word) }
		if slices.ContainsFunc(strings.Split(e.names, "|"), has) {
			n++
		}
	}
	return n, err
}

func (e *expectation) countSpills(k *amd64.Kernel, isa amd64.ISA) (int, error) {
	l, err := e.listing(k, isa)
	return l.Registers.Spilled[asm.Vector], err
}

// flag is 1 if the field of object.Code is true, else 0.
func (e *expectation) flag(k *amd64.Kernel, isa amd64.ISA) (int, error) {
	code, err := k.Version(bitsOf(isa), e.versionOf(k))
	if err != nil {
		return 0, err
	}
	return memberNamed(code, e.names)
}

func (e *expectation) planned(k *amd64.Kernel, isa amd64.ISA) (int, error) {
	plan := k.Plan(bitsOf(isa))
	return memberNamed(&plan, e.names)
}

// memberNamed is a field of object.Code or object.Plan as a number; true is 1.
func memberNamed(of any, name string) (int, error) {
	switch v := reflect.ValueOf(of).Elem().FieldByName(name); v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return 1, nil
		}
		return 0, nil
	case reflect.Int:
		return int(v.Int()), nil
	}
	return 0, fmt.Errorf("%T has no %s", of, name)
}

// unitSteps is the number of arguments that lanes step by.
func unitSteps(_ *expectation, k *amd64.Kernel, _ amd64.ISA) (int, error) {
	if steps := k.UnitSteps(); steps != nil {
		return len(steps.Arguments()), nil
	}
	return 0, nil
}

func hasNoAliasVersion(_ *expectation, k *amd64.Kernel, _ amd64.ISA) (int, error) {
	noAlias, pairs := k.NoAlias()
	if noAlias == nil {
		return 0, nil
	}
	if len(pairs) == 0 {
		return 1, errors.New("nothing must be apart")
	}
	return 1, nil
}

// interchangedDimension is the dimension that dimension 0 is exchanged with.
func interchangedDimension(_ *expectation, k *amd64.Kernel, _ amd64.ISA) (int, error) {
	interchanged, dimension := k.Interchanged()
	if interchanged == nil {
		return 0, nil
	}
	if again, _ := interchanged.Interchanged(); again != nil {
		return dimension, errors.New("it is interchanged twice")
	}
	return dimension, nil
}

func bitsOf(isa amd64.ISA) int {
	if isa == amd64.AVX512 {
		return 512
	}
	return 256
}
