package inspect

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"heddle/compiler/amd64"
	"heddle/compiler/ir"
)

// The page of a kernel is self-contained: style and script are in it, so that it can be mailed. It has four columns:
// the source, the stages of the IR and the lane program, the stages of machine code of all versions, and the
// translation of values and accesses. A line carries the name of its place in the source (data-p); the script marks all
// lines of a place when the pointer is over one, and scrolls them into view at a click.

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// escape does what html.EscapeString does; package html brings a hundred kilobytes of named characters with it.
var escape = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// writePage writes, or rewrites, the page of a kernel with all stages recorded.
func (p *Program) writePage(kernelName string) {
	i := p.inspector
	if i.options.Pages == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock() // so that two versions write the page one after the other
	k := p.kernelLocked(kernelName)
	if k.file == "" {
		k.file = i.pageName(kernelName)
	}
	err := os.MkdirAll(i.options.Pages, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(i.options.Pages, k.file), []byte(p.pageLocked(k)), 0o644)
	}
	if err != nil {
		i.fail(fmt.Errorf("page of kernel %s: %w", kernelName, err))
	}
}

// pageName is a file name unique in the process.
func (i *Inspector) pageName(kernelName string) string {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.pages[kernelName]++
	if n := i.pages[kernelName]; n > 1 {
		return fmt.Sprintf("%s-%d.html", kernelName, n)
	}
	return kernelName + ".html"
}

// page is a page being written.
type page struct{ strings.Builder }

// panel is one of the texts of a column.
type panel struct {
	title string
	lines []line
}

func (p *Program) pageLocked(k *kernel) string {
	var out page
	title := escape.Replace(k.name)
	fmt.Fprintf(&out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>\n"+
		"<style>\n%s</style></head><body>\n", title, pageStyle)
	fmt.Fprintf(&out, "<header><h1>%s</h1>", title)
	if len(k.listings) == 0 {
		out.WriteString("<p>No machine code: no version of the kernel has been asked for yet.</p>")
	}
	for _, l := range k.listings {
		out.facts(l)
	}
	out.WriteString("</header>\n<main>\n")
	machine, forms := p.machinePanels(k)
	stages := stagePanels(k)
	out.column("source", p.sourcePanels(k), 0)
	out.column("IR", stages, max(len(stages)-2, 0))
	out.column("machine code <i title=\"registers alive: general, vector, mask\">G V M</i>", machine,
		max(len(machine)-1, 0))
	out.column("forms", forms, max(len(forms)-1, 0))
	fmt.Fprintf(&out, "</main>\n<script>\n%s</script>\n</body></html>\n", pageScript)
	return out.String()
}

// facts describes a version in one line.
func (out *page) facts(l *amd64.Listing) {
	text := versionTitle(l) + ": "
	if l.Err != nil {
		text += "no machine code: " + l.Err.Error()
	} else {
		text += fmt.Sprintf("%d instructions, %d bytes; %s", len(l.Allocated), len(l.Code.Bytes), registersText(l))
	}
	fmt.Fprintf(out, "<p>%s</p>", escape.Replace(text))
}

// column writes a column, its title as HTML, with one of its panels shown at first.
func (out *page) column(title string, panels []panel, first int) {
	fmt.Fprintf(out, "<section><h2>%s ", title)
	if len(panels) > 0 {
		out.WriteString("<select>")
		for i := range panels {
			selected := ""
			if i == first {
				selected = " selected"
			}
			fmt.Fprintf(out, "<option%s>%s</option>", selected, escape.Replace(panels[i].title))
		}
		out.WriteString("</select>")
	}
	out.WriteString("</h2><div class=\"panels\">\n")
	for i := range panels {
		hidden := " hidden"
		if i == first {
			hidden = ""
		}
		fmt.Fprintf(out, "<pre%s>", hidden)
		for j := range panels[i].lines {
			out.line(&panels[i].lines[j])
		}
		out.WriteString("</pre>\n")
	}
	out.WriteString("</div></section>\n")
}

// line writes one line.
func (out *page) line(l *line) {
	out.WriteString("<div")
	if l.place.line != 0 {
		fmt.Fprintf(out, " data-p=\"%d-%d\"", l.place.file, l.place.line)
	}
	out.WriteByte('>')
	if l.live != "" {
		class := "live"
		if l.over {
			class = "live over"
		}
		fmt.Fprintf(out, "<i class=\"%s\">%s</i>", class, l.live)
	}
	if l.bytes != "" {
		fmt.Fprintf(out, "<i class=\"bytes\">%s</i>", l.bytes)
	}
	out.WriteString(escape.Replace(l.text))
	for _, word := range l.badges {
		fmt.Fprintf(out, "<b class=\"%s\">%s</b>", strings.ReplaceAll(word, " ", "-"), word)
	}
	out.WriteString("</div>")
}

// stagePanels are the IR after each pass, and the lane program.
func stagePanels(k *kernel) []panel {
	panels := make([]panel, len(k.stages))
	for i, s := range k.stages {
		panels[i] = panel{fmt.Sprintf("%d %s", s.number, s.name), s.lines}
	}
	return panels
}

// machinePanels are the stages of machine code of all versions, and the translation of values and accesses in each.
func (p *Program) machinePanels(k *kernel) (machine, forms []panel) {
	for _, l := range k.listings {
		version := fmt.Sprintf("%v %v ", l.ISA, l.Version)
		if l.Selected != nil {
			machine = append(machine, panel{version + StageSelect, p.machineLines(l, l.Selected, nil)})
		}
		if l.Allocated != nil {
			machine = append(machine, panel{version + StageAlloc, p.machineLines(l, l.Allocated, nil)})
		}
		if l.Code != nil {
			machine = append(machine, panel{version + StageAsm, p.machineLines(l, l.Allocated, l.Code)})
		}
		forms = append(forms, panel{version, p.formLines(l)})
	}
	return machine, forms
}

// sourcePanels are the source files of the kernel. Lines that access memory show how the last version does it.
func (p *Program) sourcePanels(k *kernel) []panel {
	var panels []panel
	badges := p.badges(k)
	for _, file := range mentioned(k) {
		name, text := p.sources.File(file)
		s := panel{title: name}
		for i, text := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			at := place{file, i + 1}
			s.lines = append(s.lines, line{text: fmt.Sprintf("%4d  %s ", i+1, strings.TrimRight(text, "\r")), place: at,
				badges: badges[at]})
		}
		panels = append(panels, s)
	}
	return panels
}

// badges are the kinds of accesses by line, each once.
func (p *Program) badges(k *kernel) map[place][]string {
	badges := map[place][]string{}
	if len(k.listings) == 0 {
		return badges
	}
	l := k.listings[len(k.listings)-1]
	for _, a := range l.Accesses {
		in := l.IR.Instr(a.Value)
		at := p.placeOf(in.Pos)
		if !isArgument(in) && !slices.Contains(badges[at], a.How.String()) {
			badges[at] = append(badges[at], a.How.String())
		}
	}
	return badges
}

// mentioned lists the files that a kernel's lines are from.
func mentioned(k *kernel) []int {
	var files []int
	for _, s := range k.stages {
		for i := range s.lines {
			if at := s.lines[i].place; at.line != 0 && !slices.Contains(files, at.file) {
				files = append(files, at.file)
			}
		}
	}
	slices.Sort(files)
	return files
}

// isArgument reports whether an instruction reads an argument of the kernel, which is uniform in every launch.
func isArgument(in *ir.Instr) bool { return in.Op == ir.OpLoad && in.Space == ir.SpaceArgs }
