package inspect

import (
	"fmt"
	"strings"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// place is a line of a source file; line 0: none.
type place struct{ file, line int }

// line is one line of a stage.
type line struct {
	text   string
	bytes  string // of machine code: offset and bytes, before the text
	place  place
	live   string   // numbers of live registers, by class
	over   bool     // of some class, more than there are
	badges []string // how the line's accesses to memory are done
}

// stage is a kernel at one point of its compilation.
type stage struct {
	name   string
	number int
	lines  []line
}

func (p *Program) placeOf(at ir.Pos) place {
	if at == 0 {
		return place{}
	}
	file, n := p.sources.Place(at)
	return place{file, n}
}

// irLines is a function's text, which can be parsed again.
func (p *Program) irLines(f *ir.Func) []line {
	texts := strings.Split(strings.TrimSuffix(ir.PrintFunc(f), "\n"), "\n")
	lines := make([]line, len(texts))
	at := 1 // after the function's head
	for i, text := range texts {
		lines[i].text = text
	}
	for b := range f.Blocks {
		for i, v := range f.Blocks[b].Instrs {
			lines[at+1+i].place = p.placeOf(f.Instr(v).Pos)
		}
		at += 1 + len(f.Blocks[b].Instrs)
	}
	return lines
}

// laneLines is a lane program's text.
func (p *Program) laneLines(code *lane.Program) []line {
	texts := strings.Split(strings.TrimSuffix(code.String(), "\n"), "\n")
	lines := make([]line, len(texts))
	head := len(texts) - len(code.Code)
	for i, text := range texts {
		lines[i].text = text
		if i >= head {
			lines[i].place = p.placeOf(code.Code[i-head].Pos)
		}
	}
	return lines
}

// machineLines are instructions; with bytes if withBytes is the code they belong to.
func (p *Program) machineLines(l *amd64.Listing, list []amd64.Line, withBytes *amd64.Code) []line {
	lines := make([]line, len(list))
	for i := range list {
		in := &list[i]
		lines[i] = line{text: "    " + in.Text, place: p.placeOf(in.Pos)}
		if strings.HasSuffix(in.Text, ":") {
			lines[i].text = in.Text
		}
		if withBytes != nil {
			lines[i].bytes = fmt.Sprintf("%5x  %-24s ", in.Start, hexBytes(withBytes.Bytes[in.Start:in.End]))
		}
		lines[i].live, lines[i].over = liveText(l.ISA, in)
	}
	return lines
}

// maxShownBytes is the number of an instruction's bytes that are shown: a jump table has many.
const maxShownBytes = 12

func hexBytes(code []byte) string {
	if len(code) > maxShownBytes {
		return fmt.Sprintf("%x…", code[:maxShownBytes])
	}
	return fmt.Sprintf("%x", code)
}

// liveText is the numbers of live general, vector and mask registers.
func liveText(isa amd64.ISA, in *amd64.Line) (text string, over bool) {
	if in.Live == nil {
		return "", false
	}
	limits := asm.RegisterLimits(isa)
	for class, n := range in.Live {
		over = over || n > limits[class]
	}
	return fmt.Sprintf("%2d %2d %2d", in.Live[0], in.Live[1], in.Live[2]), over
}

// formLines describes how accesses and values are translated.
func (p *Program) formLines(l *amd64.Listing) []line {
	lines := []line{{text: "accesses:"}}
	for _, a := range l.Accesses {
		at := p.placeOf(l.IR.Instr(a.Value).Pos)
		lines = append(lines, line{text: fmt.Sprintf("  %-9s %-19s %-32s %s", lineName(at), a.How, a.Where,
			instrText(l.IR, a.Value)), place: at})
	}
	lines = append(lines, line{text: "values:"})
	for _, f := range l.Forms {
		at := p.placeOf(l.IR.Instr(f.Value).Pos)
		lines = append(lines, line{text: fmt.Sprintf("  %-9s %-30s %s", lineName(at), f.How, instrText(l.IR, f.Value)),
			place: at})
	}
	return lines
}

// lineName is the text "line 7", or empty where the place is unknown.
func lineName(at place) string {
	if at.line == 0 {
		return ""
	}
	return fmt.Sprintf("line %d", at.line)
}

// instrText is an instruction without its position.
func instrText(f *ir.Func, v ir.ValueID) string {
	text, _, _ := strings.Cut(ir.PrintInstr(f, v), " !")
	return text
}

// sourceLine is the text of a line of the source.
func (p *Program) sourceLine(at place) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines, ok := p.texts[at.file]
	if !ok {
		_, text := p.sources.File(at.file)
		lines = strings.Split(string(text), "\n")
		p.texts[at.file] = lines
	}
	if at.line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[at.line-1])
}
