package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"heddle/cbridge/machine"
	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	"heddle/compiler/bundle"
)

// What each switch of the code generator is worth: analyses, strategies of accesses and kinds of region
// (compiler/vectorize/switches).
//
// Few kernels are the concern of most switches, so the code is compared first: a kernel is measured without a switch
// only if the code that its launch runs is other code then. All versions of a kernel that are measured take turns in
// short rounds; those that do not look equal get twice as many rounds more. What counts is the processor time of a
// launch on one worker, which other work on the machine disturbs least. Kernels of idioms/ are measured without
// strategies only, and have a column of their own: many of them were written when a strategy was.

const (
	// doubtfulShare is the difference from which on a measurement is repeated, and worthShare that which counts.
	doubtfulShare, worthShare = 0.03, 0.05
	// mostNamed is the largest number of kernels that a cell of the table names.
	mostNamed = 8
)

// switchISAs are the instruction sets whose code is compared. Only the code of the first is measured.
var switchISAs = [2]int{256, 512}

// subject is a kernel that is measured.
type subject struct {
	benchKernel
	title   string
	isIdiom bool
	changed [2][]string        // by instruction set: the switches without which the code is other code
	ratios  map[string]float64 // by switch: time without it, in times with it
}

// switchTable measures all switches.
func (b *bench) switchTable(kernels []benchKernel) (string, error) {
	pairs, err := loadPairs("bench/idioms", b.only)
	if err != nil {
		return "", err
	}
	var subjects []*subject
	for _, k := range kernels {
		subjects = append(subjects, &subject{benchKernel: k, title: k.name})
	}
	for _, p := range pairs {
		for _, form := range p.forms {
			title := form.name
			if form.options != "" { // several pairs have this name
				title += " (" + p.title + ")"
			}
			subjects = append(subjects, &subject{benchKernel: form, title: title, isIdiom: true})
		}
	}
	for _, s := range subjects {
		if err := s.compareCode(); err != nil {
			return "", fmt.Errorf("%s: %w", s.title, err)
		}
		if err := b.measureSwitches(s); err != nil {
			b.failed = true
			fmt.Fprintf(os.Stderr, "bench: %s: %v\n", s.title, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %v\n", s.title, s.ratios)
	}
	return printSwitches(subjects), nil
}

// switchNames are the switches that a subject is measured without.
func (s *subject) switchNames() (names []string) {
	if !s.isIdiom {
		for _, a := range amd64.Analyses() {
			names = append(names, a.Name)
		}
	}
	for _, a := range amd64.Strategies() {
		names = append(names, a.Name)
	}
	return names
}

// compareCode finds the switches without which the code is other code.
func (s *subject) compareCode() error {
	with, err := s.code(nil)
	if err != nil {
		return err
	}
	for _, name := range s.switchNames() {
		without, err := s.code([]string{name})
		if err != nil {
			return fmt.Errorf("without %s: %w", name, err)
		}
		for i := range switchISAs {
			if !bytes.Equal(with[i], without[i]) {
				s.changed[i] = append(s.changed[i], name)
			}
		}
	}
	return nil
}

// code is the machine code that a launch of the kernel runs, by instruction set.
func (s *subject) code(off []string) (code [2][]byte, err error) {
	o, err := compiler.ParseOptions(s.options)
	if err != nil {
		return code, err
	}
	o.Core, o.PassesOff = amd64.Intel, off
	if machine.IsZen() {
		o.Core = amd64.Zen
	}
	unit, log, ok := compiler.Compile([]byte(s.source), nil, o)
	if !ok {
		return code, fmt.Errorf("%s", log)
	}
	program, log, ok := compiler.Link([]*compiler.Object{unit}, o)
	if !ok {
		return code, fmt.Errorf("%s", log)
	}
	at := slices.IndexFunc(program.Kernels, func(k *compiler.Kernel) bool { return k.Name == s.name })
	if at < 0 {
		return code, fmt.Errorf("no such kernel")
	}
	var kernel object.Kernel = program.Kernels[at].Machine
	if noAlias, _ := kernel.NoAlias(); noAlias != nil {
		kernel = noAlias
	}
	if interchanged, _ := kernel.Interchanged(); interchanged != nil {
		kernel = interchanged
	}
	for i, vectorBits := range switchISAs {
		if code[i], err = s.versions(kernel, vectorBits); err != nil {
			return code, err
		}
	}
	return code, nil
}

// versions is the code of the versions that the kernel's launch chooses from: for whole and for partial bundles.
func (s *subject) versions(kernel object.Kernel, vectorBits int) (all []byte, err error) {
	v, err := s.version(kernel.Plan(vectorBits), vectorBits/32)
	if err != nil {
		return nil, err
	}
	v.Guarded = kernel.Guard() != nil
	for _, v.FullBundles = range []bool{false, true} {
		code, err := kernel.Version(vectorBits, v)
		if err != nil {
			return nil, err
		}
		all = append(all, code.Bytes...)
	}
	return all, nil
}

// version is the version for the groups of the kernel's launch, as the engine chooses it (exec/native/version.go).
func (s *subject) version(plan object.Plan, lanes int) (object.Version, error) {
	var dims, global, group [2]int
	if _, err := fmt.Sscanf(s.launch, "run %d %d %d %d %d", &dims[0], &global[0], &global[1], &group[0],
		&group[1]); err != nil {
		return object.Version{}, err
	}
	v := object.Version{Shape: bundle.Rows, Count: plan.Rows, SmallIDs: true}
	switch {
	case dims[0] > 1 && plan.Columns > 0:
		v.Shape, v.Count = bundle.Columns, plan.Columns
	case group[0] > 0 && group[0] < lanes && group[1] > 1:
		v.Shape, v.Count = bundle.Packed, plan.Packed
	}
	if subGroups := group[0] / lanes; plan.HasBarriers && v.Shape == bundle.Rows && subGroups > 0 && group[1] < 2 {
		v.Count = min(1<<bits.Len(uint(subGroups-1)), max(plan.Rows, plan.MaxWholeGroup))
		v.WholeGroup = v.Count*lanes >= group[0]
	}
	return v, nil
}

// measureSwitches measures a subject with all switches, and without each of those that change its code.
func (b *bench) measureSwitches(s *subject) error {
	s.ratios = map[string]float64{}
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	names := slices.Concat([]string{""}, s.changed[0]) // the first is the code as it is
	if len(names) == 1 {
		return nil
	}
	least := map[string]float64{}
	for round := range 3 * b.rounds {
		if round == b.rounds {
			names = slices.DeleteFunc(names, func(name string) bool {
				return name != "" && math.Abs(s.ratios[name]-1) < doubtfulShare
			})
		}
		if len(names) == 1 {
			break
		}
		for _, name := range names {
			if err := b.measureWithout(s, name, folder, least); err != nil {
				return fmt.Errorf("without %s: %w", cmp.Or(name, "nothing"), err)
			}
		}
		for _, name := range names[1:] {
			s.ratios[name] = least[name] / least[""]
		}
	}
	return nil
}

// measureWithout measures a subject without a switch once, on one worker. The results are to be the same as with it.
func (b *bench) measureWithout(s *subject, name, folder string, least map[string]float64) error {
	dump, setting := filepath.Join(folder, "with"), ""
	if name != "" {
		dump, setting = filepath.Join(folder, "without"), "HEDDLE_PASSES_OFF="+name
	}
	figures, err := ask(b.client, b.drivers[0].icd, s.script(b.seconds, dump), "HEDDLE_ISA=avx2",
		"HEDDLE_MAX_COMPUTE_UNITS=1", setting)
	if err != nil {
		return err
	}
	if old, ok := least[name]; !ok || figures["processor"] < old {
		least[name] = figures["processor"]
	}
	return s.compare([2]string{filepath.Join(folder, "with"), dump})
}

// printSwitches is the table.
func printSwitches(subjects []*subject) string {
	var s strings.Builder
	s.WriteString("| switch | what it does | code changes: AVX2, AVX-512 | kernels that gain | that lose | mean | " +
		"idioms that gain | that lose |\n|---|---|---:|---|---|---:|---|---|\n")
	for _, a := range slices.Concat(amd64.Analyses(), amd64.Strategies()) {
		s.WriteString(switchRow(a, subjects))
	}
	return s.String()
}

// switchRow is the row of a switch.
func switchRow(a amd64.Analysis, subjects []*subject) string {
	var kernels, idioms []*subject
	var changes [2]int
	logs := 0.0
	for _, s := range subjects {
		for i := range changes {
			if !s.isIdiom && slices.Contains(s.changed[i], a.Name) {
				changes[i]++
			}
		}
		ratio, ok := s.ratios[a.Name]
		switch {
		case !ok:
		case s.isIdiom:
			idioms = append(idioms, s)
		default:
			kernels = append(kernels, s)
			logs += math.Log(ratio)
		}
	}
	mean := ""
	if len(kernels) > 0 {
		mean = fmt.Sprintf("%.2f", math.Exp(logs/float64(len(kernels))))
	}
	return fmt.Sprintf("| `%s` | %s | %d, %d | %s | %s | %s | %s | %s |\n", a.Name, a.Doc, changes[0], changes[1],
		named(kernels, a.Name, false), named(kernels, a.Name, true), mean, named(idioms, a.Name, false),
		named(idioms, a.Name, true))
}

// named lists the subjects that gain by a switch, or that lose, with how many times as long they take without it.
func named(subjects []*subject, name string, lose bool) string {
	subjects = slices.DeleteFunc(slices.Clone(subjects), func(s *subject) bool {
		if lose {
			return 1/s.ratios[name] < 1+worthShare
		}
		return s.ratios[name] < 1+worthShare
	})
	slices.SortFunc(subjects, func(s, t *subject) int {
		if lose {
			s, t = t, s
		}
		return cmp.Compare(t.ratios[name], s.ratios[name])
	})
	var words []string
	for i, s := range subjects {
		if i == mostNamed {
			words = append(words, fmt.Sprintf("and %d more, by %.2f at least", len(subjects)-i,
				subjects[len(subjects)-1].ratios[name]))
			break
		}
		words = append(words, fmt.Sprintf("%s %.2f", s.title, s.ratios[name]))
	}
	return strings.Join(words, ", ")
}
