// Package inspect shows what the compiler does to a kernel: texts of its stages, machine code beside the source, and
// one HTML page per kernel. The compiler hands it functions as they are after each pass, lane programs, and listings of
// machine code; it hands nothing back. It knows neither the front end nor the engines.
//
// Reading order: inspect.go (options and input), lines.go (stages as lines with places in the source), dump.go (text),
// page.go with page.js and page.css (HTML).
package inspect

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"heddle/compiler/amd64"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/passes"
)

// The stages after the passes.
const (
	StageSource = "source" // the IR as it comes from the source, before all passes
	StageLane   = "lane"   // the interpreter's program
	StageSelect = "select" // machine code before registers are allocated
	StageAlloc  = "alloc"  // machine code after register allocation
	StageAsm    = "asm"    // the final code: offsets and bytes, between the lines of the source
	StageForms  = "forms"  // how values and accesses to memory are translated
	StageAll    = "all"

	// StageDecisions is what is decided before an instruction is written: masks, forms, accesses, regions.
	StageDecisions = "decisions"
)

// StageNames are the words that Options.Stages may hold.
func StageNames() []string {
	names := []string{StageAll, StageSource}
	for _, p := range passes.Table() {
		if p.Name != "uncalled" { // there is nothing left to show
			names = append(names, p.Name)
		}
	}
	return append(names, StageLane, StageSelect, StageAlloc, StageAsm, StageForms, StageDecisions)
}

// Options select what is shown. The zero value selects nothing.
type Options struct {
	Stages []string  // names of the stages to be written to Text as they come
	Kernel string    // only the kernel, or function, with this name; empty: all
	Text   io.Writer // receives whole stages at a time, and errors
	Pages  string    // folder for pages, made when needed; empty: none
}

// ParseStages reads the user's text: names of stages separated by commas, optionally a colon and the name of a kernel.
func ParseStages(text string) (stages []string, kernel string, err error) {
	list, kernel, _ := strings.Cut(text, ":")
	known := StageNames()
	for _, word := range strings.Split(list, ",") {
		if !slices.Contains(known, word) {
			return nil, "", fmt.Errorf("unknown stage %q; known are %s", word, strings.Join(known, ", "))
		}
		stages = append(stages, word)
	}
	return stages, kernel, nil
}

// Sources are the texts that positions refer to. They are called from several goroutines at once.
type Sources interface {
	// Place is a position's line in the text itself: #line is not obeyed. Line 0 means unknown.
	Place(p ir.Pos) (file, line int)
	// File is the name and text of a file.
	File(file int) (name string, text []byte)
}

// Inspector receives the stages of any number of programs. It may be used from several goroutines at once.
type Inspector struct {
	options Options

	mu    sync.Mutex
	pages map[string]int // guarded by mu; number of pages by kernel name
}

// New makes an inspector, nil if nothing is selected.
func New(o Options) *Inspector {
	if len(o.Stages) == 0 && o.Pages == "" {
		return nil
	}
	return &Inspector{options: o, pages: map[string]int{}}
}

// wantsText reports whether a stage of a function is to be written to Text.
func (i *Inspector) wantsText(stage, function string) bool {
	return i.wantsKernel(function) && (slices.Contains(i.options.Stages, stage) ||
		slices.Contains(i.options.Stages, StageAll))
}

func (i *Inspector) wantsKernel(function string) bool {
	return i.options.Kernel == "" || i.options.Kernel == function
}

// fail reports that something could not be shown. That has no other consequences.
func (i *Inspector) fail(err error) {
	if i.options.Text != nil {
		i.mu.Lock()
		defer i.mu.Unlock()
		fmt.Fprintf(i.options.Text, "heddle: %v\n", err)
	}
}

// Program receives the stages of one program.
type Program struct {
	inspector *Inspector
	sources   Sources

	mu      sync.Mutex
	kernels map[string]*kernel // guarded by mu; by name, also other functions before they are inlined
	texts   map[int][]string   // guarded by mu; lines of files
}

// kernel holds the stages of a function. Guarded by the program's mu.
type kernel struct {
	name     string
	stages   []stage
	listings []*amd64.Listing
	file     string // of its page
}

// Program begins a program.
func (i *Inspector) Program(s Sources) *Program {
	return &Program{inspector: i, sources: s, kernels: map[string]*kernel{}, texts: map[int][]string{}}
}

func (p *Program) kernelLocked(name string) *kernel {
	k := p.kernels[name]
	if k == nil {
		k = &kernel{name: name}
		p.kernels[name] = k
	}
	return k
}

// Source records a module before its first pass.
func (p *Program) Source(m *ir.Module) {
	for _, f := range m.Funcs {
		if f != nil {
			p.Pass(StageSource, f)
		}
	}
}

// Pass records a function as it is after a pass.
func (p *Program) Pass(pass string, f *ir.Func) {
	i := p.inspector
	wantsText := i.wantsText(pass, f.Name)
	if !wantsText && (i.options.Pages == "" || !i.wantsKernel(f.Name)) {
		return
	}
	s := p.addStage(f.Name, pass, p.irLines(f))
	if wantsText {
		p.dump(fmt.Sprintf("%s: step %d, IR after %s", f.Name, s.number, pass), s.lines)
	}
}

// addStage adds a stage to those of a kernel.
func (p *Program) addStage(kernel, name string, lines []line) stage {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.kernelLocked(kernel)
	s := stage{name: name, number: len(k.stages), lines: lines}
	k.stages = append(k.stages, s)
	return s
}

// Kernel records a finished kernel: its lane program, and its machine code, whose versions are recorded when they are
// made.
func (p *Program) Kernel(code *lane.Program, machine *amd64.Kernel) {
	i := p.inspector
	if !i.wantsKernel(code.Name) {
		return
	}
	if err := code.Complete(); err != nil {
		panic("BUG: " + err.Error()) // the survey found nothing wrong
	}
	s := p.addStage(code.Name, StageLane, p.laneLines(code))
	if i.wantsText(StageLane, code.Name) {
		p.dump(code.Name+": lane program", s.lines)
	}
	p.writePage(code.Name)
	machine.Watch(p.Version)
}

// Version records a version of a kernel's machine code.
func (p *Program) Version(l *amd64.Listing) {
	if !p.inspector.wantsKernel(l.Kernel) {
		return
	}
	p.mu.Lock()
	k := p.kernelLocked(l.Kernel)
	k.listings = append(k.listings, l)
	p.mu.Unlock()
	p.dumpListing(l)
	p.writePage(l.Kernel)
}
