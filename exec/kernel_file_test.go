package exec

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
)

// kernelFile is a file of OpenCL C whose comments say how its kernels are launched and what comes of it.
// testdata/README.md describes them.
type kernelFile struct {
	path, source string
	more         []string // further programs it is linked with
	common       section
	own          map[string]*section // by kernel: it stands in place of what common says of the same
}

// section is what the header says of all kernels, or what stands above one.
type section struct {
	options  string
	judge    []string  // passes that the judge is compiled without
	also     []variant // besides the program as it is
	args     []fileArg
	launches []fileLaunch
	bundles  []bundle
	only     bool // bundles are all there are
	wants    []fileWant
	same     string // the kernel that leaves the same memory
	checks   string // the buffer whose rows tell which checks fail
	fault    *fileFault
	expects  []expectation
}

// fileArg is a buffer, local memory, or a number by value; several numbers make a launch for each.
type fileArg struct {
	name  string
	local uint64 // bytes
	*fileBuffer
	values []number
}

type fileBuffer struct {
	kind  elementType
	count int
	fill  []number // repeated
	by    string   // the kernel that fills it; else one of zero, index and random, or empty for the numbers
	steps []fillStep
}

// fillStep changes what an element is filled with.
type fillStep struct {
	operation string
	operand   uint64
}

type fileLaunch struct{ global, group, offset [3]uint64 }

func (l fileLaunch) String() string {
	return fmt.Sprintf("%v in groups of %v from %v on", l.global, l.group, l.offset)
}

// fileWant is what the first elements of a buffer are after a launch.
type fileWant struct {
	name   string
	values []number
}

type fileFault struct {
	id   [3]uint64
	line int // 0: any
}

// variant is another way to compile the program.
type variant struct {
	core    amd64.Core
	off     []string
	options string // besides the file's
	few     bool   // the first two sizes must do: the code is the same for all
}

func (v variant) String() string {
	return fmt.Sprintf("for %v, without %q, with %q", v.core, v.off, v.options)
}

// bundle is how the machine code of a launch bundles sub-groups.
type bundle struct {
	plan   object.Plan
	own    bool // as the kernel plans
	turned int  // the dimension that dimension 0 is exchanged with
}

// usualBundles are those of each kernel, unless its file says otherwise.
var usualBundles = []bundle{
	{plan: object.Plan{Rows: 1, Packed: 1}}, {plan: object.Plan{Rows: 2, Packed: 2}}, {plan: object.Plan{Rows: 4, Packed: 1}},
	{plan: object.Plan{Rows: 1, Packed: 1, Columns: 2}}, {plan: object.Plan{Rows: 1, Packed: 1, Columns: 4}},
	{plan: object.Plan{Rows: 2, Packed: 2, Columns: 2}, turned: 1},
}

// number is a number of a header: whole, or with a point.
type number struct {
	whole   uint64
	float   float64
	isFloat bool
}

func parseNumber(word string) (number, error) {
	if i, err := strconv.ParseInt(word, 0, 64); err == nil {
		return number{whole: uint64(i), float: float64(i)}, nil
	}
	if u, err := strconv.ParseUint(word, 0, 64); err == nil {
		return number{whole: u, float: float64(u)}, nil
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return number{}, fmt.Errorf("%q is no number", word)
	}
	return number{float: f, isFloat: true}, nil
}

func parseNumbers(words []string) (list []number, err error) {
	for _, word := range words {
		n, err := parseNumber(word)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	if len(list) == 0 {
		return nil, errors.New("a number is missing")
	}
	return list, nil
}

// elementType is a type of buffers' elements.
type elementType struct {
	name    string
	size    int
	isFloat bool
}

var elementTypes = []elementType{
	{"char", 1, false}, {"uchar", 1, false}, {"short", 2, false}, {"ushort", 2, false}, {"int", 4, false}, {"uint", 4, false},
	{"long", 8, false}, {"ulong", 8, false}, {"float", 4, true}, {"double", 8, true},
}

// bits are those of a number as a value of the type, which must be able to hold it.
func (e elementType) bits(n number) (uint64, error) {
	switch {
	case e.isFloat && e.size == 4:
		return uint64(math.Float32bits(float32(n.float))), nil
	case e.isFloat:
		return math.Float64bits(n.float), nil
	case n.isFloat:
		return 0, fmt.Errorf("%v is no %s", n.float, e.name)
	}
	free := 64 - 8*e.size
	if signed := int64(n.whole) << free >> free; n.whole<<free>>free != n.whole && uint64(signed) != n.whole {
		return 0, fmt.Errorf("%d is too large for %s", int64(n.whole), e.name)
	}
	return n.whole, nil
}

func (e elementType) allBits(list []number) (all []uint64, err error) {
	for _, n := range list {
		bits, err := e.bits(n)
		if err != nil {
			return nil, err
		}
		all = append(all, bits)
	}
	return all, nil
}

func typeNamed(name string) (elementType, error) {
	i := slices.IndexFunc(elementTypes, func(e elementType) bool { return e.name == name })
	if i < 0 {
		return elementType{}, fmt.Errorf("unknown type %q", name)
	}
	return elementTypes[i], nil
}

// fileKeys read the words behind a key; those of wholeFileKeys stand in the header only.
var (
	fileKeys = map[string]func(s *section, words []string) error{
		"arg": (*section).parseArg, "launch": (*section).parseLaunches, "bundles": (*section).parseBundles,
		"want": (*section).parseWant, "fault": (*section).parseFault, "expect": (*section).parseExpect,
		"options": func(s *section, words []string) error { s.options = strings.Join(words, " "); return nil },
		"judge":   func(s *section, words []string) error { return s.parseJudge(words) },
		"also":    (*section).parseAlso,
		"same":    func(s *section, words []string) error { return oneWord(&s.same, words) },
		"checks":  func(s *section, words []string) error { return oneWord(&s.checks, words) },
	}
	wholeFileKeys = []string{"options", "judge", "also"}
)

func oneWord(to *string, words []string) error {
	if len(words) != 1 || *to != "" {
		return fmt.Errorf("not one name but %q", words)
	}
	*to = words[0]
	return nil
}

var (
	keyLine    = regexp.MustCompile(`^//([a-z]+)(?:[ \t]+(.*))?$`)
	kernelLine = regexp.MustCompile(`^(?:__)?kernel\b.*?\bvoid\s+(\w+)\s*\(`)
	argType    = regexp.MustCompile(`^(\w+)\[(\d+)\]$`)
)

func readKernelFile(path string) (*kernelFile, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseKernelFile(path, string(text))
}

// parseKernelFile reads the lines with keys: those up to the first that is no comment hold for all kernels, others for the
// kernel they stand above.
func parseKernelFile(path, text string) (*kernelFile, error) {
	f := &kernelFile{path: path, source: text, own: map[string]*section{}}
	into := &f.common
	number, start := 0, 0 // start is the line of the first key of a kernel that is still to come
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if err := f.checkLine(number, line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
		if into == &f.common && !strings.HasPrefix(line, "//") {
			into = &section{}
		}
		if m := keyLine.FindStringSubmatch(line); m != nil {
			if err := f.parseKey(into, m[1], m[2]); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, number, err)
			}
			if start == 0 && into != &f.common {
				start = number
			}
		}
		if m := kernelLine.FindStringSubmatch(line); m != nil {
			f.own[m[1]], into, start = into, &section{}, 0
		}
	}
	if start > 0 {
		return nil, fmt.Errorf("%s:%d: no kernel follows", path, start)
	}
	return f, nil
}

// checkLine wants an idea in the first line, and lines that are no longer than others of this project.
func (f *kernelFile) checkLine(number int, line string) error {
	if number == 1 && !strings.HasPrefix(line, "// ") {
		return errors.New("the first line does not say in a comment what is special")
	}
	if width := len([]rune(line)) + 3*strings.Count(line, "\t"); width > 120 {
		return fmt.Errorf("the line has %d columns", width)
	}
	return nil
}

func (f *kernelFile) parseKey(s *section, key, rest string) error {
	parse := fileKeys[key]
	if parse == nil {
		return fmt.Errorf("unknown key %q", key)
	}
	if s != &f.common && slices.Contains(wholeFileKeys, key) {
		return fmt.Errorf("%s holds for the whole file, and stands in the header", key)
	}
	words, err := splitWords(rest)
	if err == nil {
		err = parse(s, words)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// splitWords are words between blanks; quotation marks keep blanks together.
func splitWords(text string) (words []string, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		word, rest, _ := strings.Cut(text, " ")
		if text[0] == '"' {
			var isClosed bool
			if word, rest, isClosed = strings.Cut(text[1:], `"`); !isClosed {
				return nil, errors.New("a quotation mark is missing")
			}
		}
		words, text = append(words, word), rest
	}
	return words, nil
}

func (s *section) parseArg(words []string) error {
	if len(words) < 2 {
		return errors.New("a name and what it is are wanted")
	}
	a, old := fileArg{name: words[0]}, s.arg(words[0])
	m := argType.FindStringSubmatch(words[1])
	if old != nil && (m != nil || old.values == nil) {
		return fmt.Errorf("%s is there already", words[0])
	}
	var err error
	switch {
	case words[1] == "local" && len(words) == 3:
		a.local, err = strconv.ParseUint(words[2], 0, 32)
	case m != nil:
		a.fileBuffer, err = parseBuffer(m[1], m[2], words[2:])
	default:
		a.values, err = parseNumbers(words[1:])
	}
	if old != nil && err == nil {
		old.values = append(old.values, a.values...)
		return nil
	}
	s.args = append(s.args, a)
	return err
}

func (s *section) arg(name string) *fileArg {
	if i := slices.IndexFunc(s.args, func(a fileArg) bool { return a.name == name }); i >= 0 {
		return &s.args[i]
	}
	return nil
}

var fillSteps = regexp.MustCompile(`^(>>|[%&*+^])(\w+)$`)

func parseBuffer(kind, count string, words []string) (*fileBuffer, error) {
	b := &fileBuffer{}
	var err error
	if b.kind, err = typeNamed(kind); err != nil {
		return nil, err
	}
	if b.count, err = strconv.Atoi(count); err != nil || b.count < 1 || b.count > 1<<24 {
		return nil, fmt.Errorf("there cannot be %s elements", count)
	}
	for len(words) > 0 {
		m := fillSteps.FindStringSubmatch(words[len(words)-1])
		if m == nil {
			break
		}
		step := fillStep{operation: m[1]}
		if step.operand, err = strconv.ParseUint(m[2], 0, 64); err != nil || step.operand == 0 && m[1] == "%" {
			return nil, fmt.Errorf("%q is no step", m[0])
		}
		b.steps, words = append([]fillStep{step}, b.steps...), words[:len(words)-1]
	}
	switch {
	case len(words) == 2 && words[0] == "by" && len(b.steps) == 0, len(words) == 1 && slices.Contains(fillWords, words[0]):
		b.by = words[len(words)-1]
		return b, nil
	}
	if b.fill, err = parseNumbers(words); err == nil {
		_, err = b.kind.allBits(b.fill)
	}
	return b, err
}

var fillWords = []string{"zero", "index", "random"}

// parseSizes reads numbers like 64x8x2; those that are missing are 1, or 0 for an offset.
func parseSizes(text string, missing uint64) (sizes [3]uint64, err error) {
	sizes = [3]uint64{missing, missing, missing}
	words := strings.Split(text, "x")
	if len(words) > 3 {
		return sizes, fmt.Errorf("%q has more than three dimensions", text)
	}
	for i, word := range words {
		if sizes[i], err = strconv.ParseUint(word, 10, 32); err != nil {
			return sizes, fmt.Errorf("%q is no size", word)
		}
	}
	return sizes, nil
}

func (s *section) parseLaunches(words []string) error {
	for _, word := range words {
		sizes, offset, hasOffset := strings.Cut(word, "+")
		global, group, ok := strings.Cut(sizes, "/")
		if !ok {
			return fmt.Errorf("%q is not GLOBAL/LOCAL", word)
		}
		var l fileLaunch
		var errs [3]error
		l.global, errs[0] = parseSizes(global, 1)
		if l.group, errs[1] = parseSizes(group, 1); slices.Contains(l.group[:], 0) {
			return fmt.Errorf("%q has empty groups", word)
		}
		if hasOffset {
			l.offset, errs[2] = parseSizes(offset, 0)
		}
		if err := errors.Join(errs[:]...); err != nil {
			return err
		}
		s.launches = append(s.launches, l)
	}
	return nil
}

func (s *section) parseBundles(words []string) error {
	for _, word := range words {
		if word == "only" {
			s.only = true
			continue
		}
		b, err := parseBundle(word)
		if err != nil {
			return err
		}
		s.bundles = append(s.bundles, b)
	}
	return nil
}

func parseBundle(text string) (bundle, error) {
	b := bundle{plan: object.Plan{Rows: 1, Packed: 1}}
	numbers := map[string]*int{"rows": &b.plan.Rows, "packed": &b.plan.Packed, "columns": &b.plan.Columns, "most": &b.plan.Most, "turned": &b.turned}
	for word := range strings.SplitSeq(text, ",") {
		switch name, value, _ := strings.Cut(word, "="); {
		case word == "own":
			b.own = true
		case word == "waits":
			b.plan.Waits = true
		case numbers[name] != nil:
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > 128 || name == "turned" && n > 2 {
				return b, fmt.Errorf("%q is wrong", word)
			}
			*numbers[name] = n
		default:
			return b, fmt.Errorf("%q is unknown", word)
		}
	}
	return b, nil
}

func (b bundle) String() string {
	if b.own {
		return fmt.Sprintf("own bundles, turned to %d", b.turned)
	}
	return fmt.Sprintf("bundles %+v, turned to %d", b.plan, b.turned)
}

func (s *section) parseWant(words []string) error {
	if len(words) < 2 {
		return errors.New("a buffer and numbers are wanted")
	}
	values, err := parseNumbers(words[1:])
	if i := slices.IndexFunc(s.wants, func(w fileWant) bool { return w.name == words[0] }); i >= 0 {
		s.wants[i].values = append(s.wants[i].values, values...)
		return err
	}
	s.wants = append(s.wants, fileWant{words[0], values})
	return err
}

func (s *section) parseFault(words []string) (err error) {
	s.fault = &fileFault{}
	if len(words) == 3 && words[1] == "line" {
		s.fault.line, err = strconv.Atoi(words[2])
		words = words[:1]
	}
	if err != nil || len(words) != 1 {
		return errors.New("an id, and perhaps a line, is wanted")
	}
	s.fault.id, err = parseSizes(words[0], 0)
	return err
}

func (s *section) parseJudge(words []string) error {
	v, err := parseVariant(words)
	s.judge = v.off
	if err == nil && len(v.off) == 0 {
		err = errors.New("nothing is left out")
	}
	return err
}

// parseAlso reads variants, one a line; the word analyses stands for one without each analysis of the code generator, and
// one without all.
func (s *section) parseAlso(words []string) error {
	if len(words) != 1 || words[0] != "analyses" {
		v, err := parseVariant(words)
		s.also = append(s.also, v)
		return err
	}
	all := variant{}
	for _, a := range append(amd64.Analyses(), amd64.Extensions()...) {
		s.also, all.off = append(s.also, variant{off: []string{a.Name}, few: true}), append(all.off, a.Name)
	}
	all.few = true
	s.also = append(s.also, all)
	return nil
}

func parseVariant(words []string) (v variant, err error) {
	for _, word := range words {
		names, isOff := strings.CutPrefix(word, "off=")
		options, hasOptions := strings.CutPrefix(word, "options=")
		switch core, isCore := coreNames[word]; {
		case isOff && v.off == nil:
			if v.off, err = compiler.ParsePassesOff(names); err != nil {
				return v, err
			}
		case isCore:
			v.core = core
		case hasOptions:
			v.options = options
		default:
			return v, fmt.Errorf("%q is unknown", word)
		}
	}
	if len(words) == 0 {
		err = errors.New("a processor or what is left out is wanted")
	}
	return v, err
}

var coreNames = map[string]amd64.Core{"intel": amd64.Intel, "zen": amd64.Zen}

// of is what holds for a kernel.
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

// allBundles are the usual ones and the file's, or those only.
func (s *section) allBundles() []bundle {
	if s.only {
		return s.bundles
	}
	return slices.Concat(usualBundles, s.bundles)
}

// helpers are kernels that only fill buffers or tell what others must leave in memory.
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

// check looks for names in the header that are not the program's.
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
