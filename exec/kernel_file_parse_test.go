package exec

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
)

// fileKeys parse what follows a key; those of wholeFileKeys are allowed in the header only.
var (
	fileKeys = map[string]func(s *section, words []string) error{
		"arg": (*section).parseArg, "launch": (*section).parseLaunches, "bundles": (*section).parseBundles,
		"want": (*section).parseWant, "fault": (*section).parseFault,
		"deadlock": (*section).parseDeadlock, "expect": (*section).parseExpect,
		"options": func(s *section, words []string) error { s.options = strings.Join(words, " "); return nil },
		"judge":   func(s *section, words []string) error { return s.parseJudge(words) },
		"also":    (*section).parseAlso,
		"same":    func(s *section, words []string) error { return oneWord(&s.same, words) },
		"module":  func(s *section, words []string) error { return oneWord(&s.module, words) },
		"checks":  func(s *section, words []string) error { return oneWord(&s.checks, words) },
	}
	wholeFileKeys = []string{"options", "judge", "also", "module"}
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

// parseKernelFile parses the lines with keys. Those before the first line that is no comment hold for all kernels,
// others for the kernel that follows them.
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

// checkLine wants a sentence in the first line, and lines of the length that is usual in this project.
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

// splitWords splits a line at blanks, except inside of quotation marks.
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
	if old != nil && (m != nil || words[1] == "image" || old.values == nil) {
		return fmt.Errorf("%s is there already", words[0])
	}
	var err error
	switch {
	case words[1] == "image":
		a.image, a.fileBuffer, err = parseImage(words[2:])
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
	isByKernel := len(words) == 2 && words[0] == "by" && len(b.steps) == 0
	if isByKernel || len(words) == 1 && slices.Contains(fillWords, words[0]) {
		b.by = words[len(words)-1]
		return b, nil
	}
	if b.fill, err = parseNumbers(words); err == nil {
		_, err = b.kind.allBits(b.fill)
	}
	return b, err
}

var fillWords = []string{"zero", "index", "random"}

// parseSizes reads sizes like 64x8x2. Missing ones are 1, or 0 for an offset.
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
	numbers := map[string]*int{"rows": &b.plan.Rows, "packed": &b.plan.Packed, "columns": &b.plan.Columns,
		"wholegroup": &b.plan.MaxWholeGroup, "interchanged": &b.interchanged}
	for word := range strings.SplitSeq(text, ",") {
		switch name, value, _ := strings.Cut(word, "="); {
		case word == "own":
			b.own = true
		case word == "barriers":
			b.plan.HasBarriers = true
		case numbers[name] != nil:
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > 128 || name == "interchanged" && n > 2 {
				return b, fmt.Errorf("%q is wrong", word)
			}
			*numbers[name] = n
		default:
			return b, fmt.Errorf("%q is unknown", word)
		}
	}
	return b, nil
}

// String is the bundle as headers say it.
func (b bundle) String() string {
	var words []string
	for _, part := range []struct {
		name         string
		value, usual int
	}{
		{"rows", b.plan.Rows, 0}, {"packed", b.plan.Packed, 1}, {"columns", b.plan.Columns, 0},
		{"wholegroup", b.plan.MaxWholeGroup, 0}, {"interchanged", b.interchanged, 0},
	} {
		if part.value != part.usual {
			words = append(words, fmt.Sprintf("%s=%d", part.name, part.value))
		}
	}
	if b.plan.HasBarriers {
		words = append(words, "barriers")
	}
	if b.own {
		words = append(words, "own")
	}
	return "bundles " + strings.Join(words, ",")
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

func (s *section) parseDeadlock(words []string) (err error) {
	s.fault = &fileFault{isDeadlock: true}
	if len(words) == 2 && words[0] == "line" {
		s.fault.line, err = strconv.Atoi(words[1])
		words = nil
	}
	if err != nil || len(words) != 0 {
		return errors.New("nothing or a line is wanted")
	}
	return nil
}

func (s *section) parseJudge(words []string) error {
	v, err := parseVariant(words)
	s.judge = v.off
	if err == nil && len(v.off) == 0 {
		err = errors.New("nothing is left out")
	}
	return err
}

// parseAlso reads variants, one a line. The word analyses stands for several: one without each analysis of the code
// generator, and one without all.
func (s *section) parseAlso(words []string) error {
	if len(words) != 1 || words[0] != "analyses" {
		v, err := parseVariant(words)
		s.also = append(s.also, v)
		return err
	}
	all := variant{}
	for _, a := range amd64.Switches() {
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
