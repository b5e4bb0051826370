package inspect

import (
	"fmt"
	"strings"

	"heddle/compiler/amd64"
)

// dump writes a stage under a title. Titles and places are comments of the IR's text form, so that a stage can be
// copied out and parsed.
func (p *Program) dump(title string, lines []line) {
	var out strings.Builder
	fmt.Fprintf(&out, "; === %s\n", title)
	width := 0
	for i := range lines {
		if lines[i].place.line != 0 {
			width = max(width, len(lines[i].text))
		}
	}
	for i := range lines {
		l := &lines[i]
		if l.place.line == 0 {
			fmt.Fprintf(&out, "%s\n", l.text)
			continue
		}
		fmt.Fprintf(&out, "%-*s ; line %d\n", min(width, 80), l.text, l.place.line)
	}
	p.write(out.String())
}

// dumpForms writes the translation of values and accesses, which contains its places itself.
func (p *Program) dumpForms(title string, lines []line) {
	var out strings.Builder
	fmt.Fprintf(&out, "; === %s\n", title)
	for i := range lines {
		out.WriteString(lines[i].text + "\n")
	}
	p.write(out.String())
}

// write writes a whole stage.
func (p *Program) write(text string) {
	p.inspector.mu.Lock()
	defer p.inspector.mu.Unlock()
	if p.inspector.options.Text != nil {
		_, _ = p.inspector.options.Text.Write([]byte(text)) // a closed output is no error of ours
	}
}

// dumpListing writes the stages of machine code that are wanted.
func (p *Program) dumpListing(l *amd64.Listing) {
	title := versionTitle(l)
	wants := func(stage string) bool { return p.inspector.wantsText(stage, l.Kernel) }
	if wants(StageForms) {
		p.dumpForms(title+": forms", p.formLines(l))
	}
	if wants(StageDecisions) {
		p.write(fmt.Sprintf("; === %s: decisions\n%s", title, l.Decisions))
	}
	if wants(StageSelect) && l.Selected != nil {
		p.dumpMachine(title+": before register allocation", p.machineLines(l, l.Selected, nil), false)
	}
	if wants(StageAlloc) && l.Allocated != nil {
		p.dumpMachine(fmt.Sprintf("%s: after register allocation\n; %s", title, registersText(l)),
			p.machineLines(l, l.Allocated, nil), false)
	}
	if wants(StageAsm) && l.Code != nil {
		p.dumpMachine(fmt.Sprintf("%s: %d bytes of code, frame of %d bytes", title, len(l.Code.Bytes),
			l.Code.FrameBytes), p.machineLines(l, l.Allocated, l.Code), true)
	}
	if l.Err != nil {
		p.write(fmt.Sprintf("; === %s: no machine code: %v\n", title, l.Err))
	}
}

func versionTitle(l *amd64.Listing) string {
	title := fmt.Sprintf("%s: %v, version %v", l.Kernel, l.ISA, l.Version)
	if l.NoAlias {
		title += ", no aliases"
	}
	if l.InterchangedWith > 0 {
		title += fmt.Sprintf(", dimensions 0 and %d interchanged", l.InterchangedWith)
	}
	return title
}

// registersText describes how far the registers sufficed.
func registersText(l *amd64.Listing) string {
	r := &l.Registers
	return fmt.Sprintf("general, vector, mask: at most %v alive, %v in the frame, %v made again; %d loads, %d "+
		"stores inserted, cost %.0f", r.MaxPressure, r.Spilled, r.Remade, r.Loads, r.Stores, r.Cost)
}

// dumpMachine writes machine code with the numbers of live registers and, if wanted, each line of the source before its
// code.
func (p *Program) dumpMachine(title string, lines []line, withSource bool) {
	var out strings.Builder
	fmt.Fprintf(&out, "; === %s\n", title)
	last := place{}
	for i := range lines {
		l := &lines[i]
		if l.place != last && l.place.line != 0 && withSource {
			name, _ := p.sources.File(l.place.file)
			fmt.Fprintf(&out, "; %s:%d: %s\n", name, l.place.line, p.sourceLine(l.place))
		}
		if l.place.line != 0 {
			last = l.place
		}
		mark := " "
		if l.over {
			mark = "!"
		}
		fmt.Fprintf(&out, "%s%s | %s%s\n", l.live, mark, l.bytes, l.text)
	}
	p.write(out.String())
}
