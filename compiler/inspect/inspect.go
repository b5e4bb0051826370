// Package inspect shows people what the compiler does to a kernel: texts of its stages, machine code beside the source,
// and one HTML page per kernel. The compiler hands it functions as they are after each pass, lane programs, and
// listings of machine code; it hands nothing back. It knows neither the front end nor who runs kernels.
//
// Reading order: inspect.go (what is wanted, who says what), lines.go (stages as lines with places in the source),
// dump.go (text), page.go with page.js and page.css (HTML).
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

// The stages behind the passes.
const (
	StageSource = "source" // the IR as it comes from the source, before all passes
	StageLane   = "lane"   // the interpreter's program
	StageSelect = "select" // machine code before registers are allocated
	StageAlloc  = "alloc"  // machine code after that
	StageAsm    = "asm"    // the final code: offsets and bytes, between the lines of the source
	StageForms  = "forms"  // how values and accesses to memory became machine code
	StageAll    = "all"
)

// StageNames are the words that Options.Stages may hold.
func StageNames() []string {
	names := []string{StageAll, StageSource}
	for _, p := range passes.Table() {
		if p.Name != "uncalled" { // nothing is left to be seen
			names = append(names, p.Name)
		}
	}
	return append(names, StageLane, StageSelect, StageAlloc, StageAsm, StageForms)
}

// Options say what is wanted. The zero value wants nothing.
type Options struct {
	Stages []string  // to be written to Text as they come, by name
	Kernel string    // only of the kernel, or function, with this name; empty: of all
	Text   io.Writer // is written whole stages at a time, and what goes wrong
	Pages  string    // folder for pages, made when needed; empty: none
}

// ParseStages reads what users write: names of stages separated by commas, and perhaps a colon and the name of a
// kernel.
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

// Sources are the texts that positions are in. They are asked from several goroutines at once.
type Sources interface {
	// Place is where a position lies, as the text has it: #line is not obeyed. Line 0 means unknown.
	Place(p ir.Pos) (file, line int)
	// File is the name and text of a file.
	File(file int) (name string, text []byte)
}

// Inspector takes in what the compiler says of any number of programs. It may be used from several goroutines at once.
type Inspector struct {
	options Options

	mu    sync.Mutex
	pages map[string]int // guarded by mu; how many were named for a kernel
}

// New makes an inspector. It is nil if nothing is wanted.
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

// fail tells that something could not be shown. Nobody else is to suffer from that.
func (i *Inspector) fail(err error) {
	if i.options.Text != nil {
		i.mu.Lock()
		defer i.mu.Unlock()
		fmt.Fprintf(i.options.Text, "heddle: %v\n", err)
	}
}

// Program takes in what the compiler says of one program.
type Program struct {
	inspector *Inspector
	sources   Sources

	mu      sync.Mutex
	kernels map[string]*kernel // guarded by mu; by name, also other functions before they are inlined
	texts   map[int][]string   // guarded by mu; lines of files
}

// kernel is what is known of a function. Guarded by the program's mu.
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

// Source takes a module in before its first pass.
func (p *Program) Source(m *ir.Module) {
	for _, f := range m.Funcs {
		if f != nil {
			p.Pass(StageSource, f)
		}
	}
}

// Pass takes a function in as it is after a pass.
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

// Kernel takes a finished kernel in: its lane program, and its machine code, whose versions are shown when they come.
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

// Version takes a version of a kernel's machine code in.
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
