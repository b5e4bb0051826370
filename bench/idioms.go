package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Idioms: forms that programs use instead of the plainest one, each beside the plain form and in the same run.
//
// A file of idioms/ is a program with any number of pairs of kernels, NAME_plain and NAME_idiom. Both kernels of a pair
// compute the same from the same arguments. A line "//: pair NAME TITLE" begins a pair; the lines "//: WORDS" after it
// describe, in the client's words (client/client.c) and in the order of the kernels' parameters, the arguments of both:
//
//	//: pair NAME TITLE WITH SPACES
//	//: in TYPE COUNT LIMIT         a buffer of random numbers; out TYPE COUNT and inout TYPE COUNT LIMIT are compared
//	//: pixels KIND LAYOUT TYPE W H D LIMIT   for the idiom an image of that size (layout r, rg or rgba; 3D if D > 1),
//	                                for the plain form a buffer of the same elements; KIND is in, out or inout
//	//: i32 VALUE                   a scalar; f32 VALUE and local BYTES likewise
//	//: options -D T=float          options of the build, for both kernels; may be missing
//	//: bytes N, ops N or items N   what a launch does, for tables that tell rates; may be missing
//	//: run DIMS GX GY LX LY        the launch of both
//	//: run_idiom DIMS GX GY LX LY  the launch of the idiom, where it is another; may be missing
//
// Everything else in the file is OpenCL C. `go run ./bench -table idioms` measures all pairs; -only NAME,NAME some. A
// row is the time of a launch of the plain form and of the idiom and how many times as fast as the plain form the idiom
// is; then the other driver's time of the idiom and its ratio to ours. The results of all three are compared.

// idiomPair is one pair of kernels.
type idiomPair struct {
	title string
	forms [2]benchKernel // plain, idiom
}

// loadPairs reads the pairs of a folder whose names contain one of some words, separated by commas.
func loadPairs(folder, words string) ([]idiomPair, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.cl"))
	if err != nil {
		return nil, err
	}
	var pairs []idiomPair
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		list, err := parsePairs(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, p := range list {
			if isNamed(p.name(), words) {
				pairs = append(pairs, p)
			}
		}
	}
	return pairs, nil
}

func (p *idiomPair) name() string { return strings.TrimSuffix(p.forms[0].name, "_plain") }

// parsePairs reads the pairs of a file.
func parsePairs(text string) ([]idiomPair, error) {
	var pairs []idiomPair
	for line := range strings.Lines(text) {
		words, ok := strings.CutPrefix(strings.TrimSpace(line), "//: ")
		if !ok {
			continue
		}
		if rest, ok := strings.CutPrefix(words, "pair "); ok {
			name, title, _ := strings.Cut(rest, " ")
			p := idiomPair{title: title}
			for i, form := range []string{"plain", "idiom"} {
				p.forms[i] = benchKernel{name: name + "_" + form, source: text}
				if !strings.Contains(text, "void "+p.forms[i].name+"(") {
					return nil, fmt.Errorf("no kernel %s", p.forms[i].name)
				}
			}
			pairs = append(pairs, p)
			continue
		}
		if len(pairs) == 0 {
			return nil, fmt.Errorf("%q stands before the first pair", words)
		}
		if err := pairs[len(pairs)-1].say(words); err != nil {
			return nil, fmt.Errorf("%q: %w", words, err)
		}
	}
	for _, p := range pairs {
		if p.forms[1].launch == "" || len(p.forms[0].outputs) == 0 {
			return nil, fmt.Errorf("pair %s has no launch, or compares nothing", p.name())
		}
	}
	return pairs, nil
}

// say parses one line of a pair.
func (p *idiomPair) say(words string) error {
	fields := strings.Fields(words)
	plain, idiom := &p.forms[0], &p.forms[1]
	switch fields[0] {
	case "run":
		plain.launch, idiom.launch = words, words
	case "run_idiom":
		idiom.launch = "run" + strings.TrimPrefix(words, "run_idiom")
	case "options":
		plain.options = strings.TrimPrefix(words, "options")
		idiom.options = plain.options
	case "bytes", "ops", "items":
		amount, err := strconv.ParseFloat(fields[1], 64)
		plain.unit, plain.amount, idiom.unit, idiom.amount = fields[0], amount, fields[0], amount
		return err
	case "in", "i32", "f32", "local":
		plain.arguments, idiom.arguments = append(plain.arguments, words), append(idiom.arguments, words)
	case "pixels":
		return p.sayPixels(fields[1:])
	case "out", "inout":
		if len(fields) < 3 {
			return fmt.Errorf("a buffer needs a type and a count")
		}
		count, err := strconv.Atoi(fields[2])
		if err != nil {
			return err
		}
		for _, k := range []*benchKernel{plain, idiom} {
			k.arguments = append(k.arguments, words)
			k.outputs, k.counts = append(k.outputs, fields[1]), append(k.counts, count)
		}
	default:
		return fmt.Errorf("no such word")
	}
	return nil
}

// sayPixels adds an argument that is an image for the idiom and a buffer for the plain form.
func (p *idiomPair) sayPixels(fields []string) error {
	if len(fields) != 7 {
		return fmt.Errorf("pixels need a kind, a layout, a type, a width, a height, a depth and a limit")
	}
	kind, layout, element, limit := fields[0], fields[1], fields[2], fields[6]
	count := len(layout)
	for _, size := range fields[3:6] {
		n, err := strconv.Atoi(size)
		if err != nil {
			return err
		}
		count *= n
	}
	plain, idiom := &p.forms[0], &p.forms[1]
	plain.arguments = append(plain.arguments, fmt.Sprintf("%s %s %d %s", kind, element, count, limit))
	idiom.arguments = append(idiom.arguments, "image "+strings.Join(fields, " "))
	if element == "u8" {
		element = normalized
	}
	if kind != "in" {
		for _, k := range []*benchKernel{plain, idiom} {
			k.outputs, k.counts = append(k.outputs, element), append(k.counts, count)
		}
	}
	return nil
}

// idiomTable measures the pairs of a folder.
func (b *bench) idiomTable(folder, intro, only string) (string, error) {
	pairs, err := loadPairs(folder, only)
	if err != nil {
		return "", err
	}
	if len(pairs) == 0 {
		return "", fmt.Errorf("no pair in bench/idioms has a name with one of %q", only)
	}
	var s strings.Builder
	s.WriteString(intro + "\n\n| idiom | what | plain | idiom | plain / idiom | PoCL | ratio | results |\n" +
		"|---|---|---:|---:|---:|---:|---:|---|\n")
	for _, p := range pairs {
		least, verdict := b.measurePair(&p, &p.forms[1])
		row := fmt.Sprintf("| %s | %s | %s | %s | %.2f | %s | %.2f | %s |\n", p.name(), p.title, duration(least[0]),
			duration(least[1]), least[0]/least[1], duration(least[2]), least[2]/least[1], verdict)
		s.WriteString(row)
		fmt.Fprint(os.Stderr, row)
	}
	return s.String(), nil
}

// modernTable measures pairs whose idioms the other driver may lack: it runs the plain form.
func (b *bench) modernTable(folder string) (string, error) {
	pairs, err := loadPairs(folder, b.only)
	if err != nil {
		return "", err
	}
	s := b.limits() + "| kernel | what | plain | this form | plain / this | rate | of the limit | plain, PoCL | " +
		"PoCL / this | results |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---|\n"
	for _, p := range pairs {
		least, verdict := b.measurePair(&p, &p.forms[0])
		rate, share := b.rate(&p.forms[1], least[1])
		row := fmt.Sprintf("| %s | %s | %s | %s | %.2f | %s | %s | %s | %.2f | %s |\n", p.name(), p.title,
			duration(least[0]), duration(least[1]), least[0]/least[1], rate, share, duration(least[2]),
			least[2]/least[1], verdict)
		s += row
		fmt.Fprint(os.Stderr, row)
	}
	return s, nil
}

// measurePair measures a pair in rounds: the plain form, the idiom, one of them on the other driver.
func (b *bench) measurePair(p *idiomPair, ofOther *benchKernel) (least [3]float64, verdict string) {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	turns := [3]struct {
		kernel *benchKernel
		driver driver
	}{{&p.forms[0], b.drivers[0]}, {&p.forms[1], b.drivers[0]}, {ofOther, b.drivers[1]}}
	verdict = "equal"
	for round := range b.rounds {
		for i, t := range turns {
			dump := filepath.Join(folder, fmt.Sprint(i))
			figures, err := ask(b.client, t.driver.icd, t.kernel.script(b.seconds, dump), t.driver.setting)
			if err == nil {
				err = t.kernel.compare([2]string{filepath.Join(folder, "0"), dump})
			}
			if err != nil {
				b.failed = b.failed || i < 2 // of the other driver it is only told
				verdict = fmt.Sprintf("%s, driver %d: %v", t.kernel.name, i/2, err)
			}
			if time := figures[b.figure]; round == 0 || time > 0 && time < least[i] {
				least[i] = time
			}
		}
	}
	return least, verdict
}
