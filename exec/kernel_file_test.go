package exec

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	"heddle/image"
)

// kernelFile is a file of OpenCL C with comments that describe launches of its kernels and their results.
// testdata/README.md has the syntax.
type kernelFile struct {
	path, source string
	more         []string // sources of programs that it is linked with
	common       section
	own          map[string]*section // by kernel: overrides common
}

// section is the header's part for all kernels, or the part above one kernel.
type section struct {
	options  string
	module   string    // a SPIR-V module beside the file, which is compiled in its place; the file is the judge
	judge    []string  // passes that are off in the program that computes the expected results
	also     []variant // variants beside the usual program
	args     []fileArg
	launches []fileLaunch
	bundles  []bundle
	only     bool // bundles are complete: the usual ones are left out
	wants    []fileWant
	same     string // a kernel that must leave the same memory
	checks   string // the buffer with a row of checks for each work-item
	fault    *fileFault
	expects  []expectation
}

// fileArg is a buffer, an image, local memory, or a number by value, which is also a sampler. Several numbers make a
// launch for each.
type fileArg struct {
	name        string
	local       uint64 // bytes
	*fileBuffer        // of an image: its bytes
	image       *image.Layout
	values      []number
}

type fileBuffer struct {
	kind  elementType
	count int
	fill  []number // repeated to the end
	by    string   // a kernel's name, or one of zero, index and random; empty: fill has the numbers
	steps []fillStep
}

// fillStep is an operation on each element of a buffer.
type fillStep struct {
	operation string
	operand   uint64
}

type fileLaunch struct{ global, group, offset [3]uint64 }

// String is the launch in the syntax of headers.
func (l fileLaunch) String() string {
	text := sizesText(l.global, 1) + "/" + sizesText(l.group, 1)
	if l.offset != [3]uint64{} {
		text += "+" + sizesText(l.offset, 0)
	}
	return text
}

// sizesText writes sizes as parseSizes reads them.
func sizesText(sizes [3]uint64, missing uint64) string {
	words := []string{fmt.Sprint(sizes[0])}
	for i := 1; i < 3 && (sizes[i] != missing || sizes[2] != missing); i++ {
		words = append(words, fmt.Sprint(sizes[i]))
	}
	return strings.Join(words, "x")
}

// fileWant has the expected values of a buffer's first elements.
type fileWant struct {
	name   string
	values []number
}

type fileFault struct {
	id   [3]uint64
	line int // 0: any

	isDeadlock bool // sub-groups wait for each other
}

// variant is another way to compile a file.
type variant struct {
	core       amd64.Core
	off        []string
	options    string // in addition to the file's
	fromSource bool   // the file itself, though it names a module
	few        bool   // the first two sizes suffice: the code is the same for all
	isListed   bool   // code is looked at only, also such as this processor does not run
}

func (v variant) String() string {
	return fmt.Sprintf("for %v, without %q, with %q", v.core, v.off, v.options)
}

// bundle is a choice of bundles for a launch.
type bundle struct {
	plan         object.Plan
	own          bool // as the kernel's plan says
	interchanged int  // the dimension that is interchanged with dimension 0
}

// usualBundles are the bundles of each kernel, unless its file has others.
var usualBundles = []bundle{
	{plan: object.Plan{Rows: 1, Packed: 1}}, {plan: object.Plan{Rows: 2, Packed: 2}},
	{plan: object.Plan{Rows: 4, Packed: 1}},
	{plan: object.Plan{Rows: 1, Packed: 1, Columns: 2}}, {plan: object.Plan{Rows: 1, Packed: 1, Columns: 4}},
	{plan: object.Plan{Rows: 2, Packed: 2, Columns: 2}, interchanged: 1},
}

// of is the section of a kernel: the common one with what the kernel's own section overrides.
func (f *kernelFile) of(kernel string) section {
	s := f.common
	own := f.own[kernel]
	if own == nil {
		return s
	}
	args := slices.Clone(own.args)
	for _, a := range s.args {
		if own.arg(a.name) == nil {
			args = append(args, a)
		}
	}
	s.args = args
	s.expects = slices.Concat(s.expects, own.expects)
	if own.launches != nil {
		s.launches = own.launches
	}
	if own.bundles != nil {
		s.bundles, s.only = own.bundles, own.only
	}
	if own.wants != nil {
		s.wants = own.wants
	}
	if own.fault != nil {
		s.fault = own.fault
	}
	s.same, s.checks = cmp.Or(own.same, s.same), cmp.Or(own.checks, s.checks)
	return s
}

// allBundles are the usual bundles and those of the file, or only the latter.
func (s *section) allBundles() []bundle {
	if s.only {
		return s.bundles
	}
	return slices.Concat(usualBundles, s.bundles)
}

// helpers are the kernels that only fill buffers or compute expected memory for others.
func (f *kernelFile) helpers() (names []string) {
	add := func(s *section) {
		if s.same != "" {
			names = append(names, s.same)
		}
		for _, a := range s.args {
			if a.fileBuffer != nil && a.by != "" && !slices.Contains(fillWords, a.by) {
				names = append(names, a.by)
			}
		}
	}
	add(&f.common)
	for _, s := range f.own {
		add(s)
	}
	return names
}

// check returns an error if the header has a name that the program lacks, or the other way round.
func (f *kernelFile) check(p *compiler.Program) error {
	has := func(name string) bool {
		return slices.ContainsFunc(p.Kernels, func(k *compiler.Kernel) bool { return k.Name == name })
	}
	for _, name := range f.helpers() {
		if !has(name) {
			return fmt.Errorf("%s: there is no kernel %s", f.path, name)
		}
	}
	for _, a := range f.common.args {
		isUsed := slices.ContainsFunc(p.Kernels, func(k *compiler.Kernel) bool { return hasParameter(k, a.name) })
		if !isUsed {
			return fmt.Errorf("%s: no kernel has a parameter %s", f.path, a.name)
		}
	}
	for _, k := range p.Kernels {
		s := f.of(k.Name)
		for _, a := range k.Args {
			if s.arg(a.Name) == nil {
				return fmt.Errorf("%s: kernel %s: the header has no argument %s", f.path, k.Name, a.Name)
			}
		}
		if own := f.own[k.Name]; own != nil {
			for _, a := range own.args {
				if !hasParameter(k, a.name) {
					return fmt.Errorf("%s: kernel %s has no parameter %s", f.path, k.Name, a.name)
				}
			}
		}
		if len(s.launches) == 0 {
			return fmt.Errorf("%s: kernel %s is never launched", f.path, k.Name)
		}
	}
	return nil
}

func hasParameter(k *compiler.Kernel, name string) bool {
	return slices.ContainsFunc(k.Args, func(a compiler.Arg) bool { return a.Name == name })
}

// kernelFiles are the files with headers.
func kernelFiles() (paths []string, err error) {
	all, err := filepath.Glob("testdata/*/*.cl")
	for _, path := range all {
		if !strings.HasPrefix(path, "testdata/randkernel/") {
			paths = append(paths, path)
		}
	}
	return paths, err
}
