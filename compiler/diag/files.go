// Package diag holds source positions and the build log. It knows nothing of tokens or of the language.
//
// Reading order: files.go (positions), list.go (diagnostics and the rendered log).
package diag

import "sort"

// Pos is a place in one of the files of a build: the file's base plus a byte offset. Zero is "no place". Code from a
// macro has the position of the macro's use.
type Pos uint32

// NoPos is the position of things without one, such as a fault in the build options.
const NoPos Pos = 0

// maxPos keeps sums of a position and a length inside 32 bits.
const maxPos = 1 << 31

// Position is a readable Pos: 1-based line and column, columns counted in bytes. Line 0 means unknown.
type Position struct {
	Name   string
	Line   int
	Column int
}

// Files maps positions to files, lines and columns. Files of one build are added before their positions are used.
// It is not safe for concurrent use.
type Files struct {
	files []file
	next  Pos
}

type file struct {
	name   string
	text   []byte
	base   Pos
	lines  []uint32 // offsets of line starts; built when first asked for
	remaps []remap  // #line directives, by offset
}

// remap: the physical line after the one containing offset is called line of the file name.
type remap struct {
	offset uint32
	line   int
	name   string
}

// Add registers a text under a name and returns the position of its first byte; byte i is at that position plus i,
// and the end of the text has a position too. It returns NoPos when the build's positions are used up.
func (f *Files) Add(name string, text []byte) Pos {
	if f.next == NoPos {
		f.next = 1
	}
	if len(text) >= maxPos || uint64(f.next)+uint64(len(text))+1 >= maxPos {
		return NoPos
	}
	base := f.next
	f.files = append(f.files, file{name: name, text: text, base: base})
	f.next += Pos(len(text)) + 1
	return base
}

// SetLine records a #line directive at p: the next physical line is called line of the file name. An empty name
// keeps the current one. Directives of one file must come in order; one seen before (a file included twice) is
// ignored.
func (f *Files) SetLine(p Pos, line int, name string) {
	file := f.find(p)
	if file == nil {
		return
	}
	offset := uint32(p - file.base)
	if n := len(file.remaps); n > 0 && file.remaps[n-1].offset >= offset {
		return
	}
	if name == "" {
		name = file.nameAt(offset)
	}
	file.remaps = append(file.remaps, remap{offset, line, name})
}

// Position returns the place of p as the user knows it, #line directives applied. The zero Position is returned for
// NoPos.
func (f *Files) Position(p Pos) Position {
	file := f.find(p)
	if file == nil {
		return Position{}
	}
	offset := uint32(p - file.base)
	line := file.physicalLine(offset)
	column := int(offset-file.lineStarts()[line-1]) + 1
	r := file.remapAt(offset)
	if r == nil {
		return Position{file.name, line, column}
	}
	return Position{r.name, r.line + line - file.physicalLine(r.offset) - 1, column}
}

// Place returns the file that p is in, counted in the order of Add, and its line there, whatever #line says. Line 0
// means unknown.
func (f *Files) Place(p Pos) (file, line int) {
	found := f.find(p)
	if found == nil {
		return 0, 0
	}
	i := sort.Search(len(f.files), func(i int) bool { return f.files[i].base >= found.base })
	return i, found.physicalLine(uint32(p - found.base))
}

// File returns the name and text of a file that Place named. The text must not be changed.
func (f *Files) File(file int) (name string, text []byte) {
	return f.files[file].name, f.files[file].text
}

// Count returns how many files there are.
func (f *Files) Count() int { return len(f.files) }

// Line returns the line number of p, 0 for NoPos.
func (f *Files) Line(p Pos) int { return f.Position(p).Line }

// End returns a position above all assigned so far.
func (f *Files) End() Pos { return max(f.next, 1) }

// SourceLine returns the text of the physical line that contains p, without its end.
func (f *Files) SourceLine(p Pos) string {
	file := f.find(p)
	if file == nil {
		return ""
	}
	starts := file.lineStarts()
	line := file.physicalLine(uint32(p - file.base))
	start, end := int(starts[line-1]), len(file.text)
	if line < len(starts) {
		end = int(starts[line])
	}
	for end > start && (file.text[end-1] == '\n' || file.text[end-1] == '\r') {
		end--
	}
	return string(file.text[start:end])
}

func (f *Files) find(p Pos) *file {
	i := sort.Search(len(f.files), func(i int) bool { return f.files[i].base > p }) - 1
	if p == NoPos || i < 0 || p >= f.next {
		return nil
	}
	return &f.files[i]
}

func (f *file) lineStarts() []uint32 {
	if f.lines != nil {
		return f.lines
	}
	f.lines = append(make([]uint32, 0, 1+len(f.text)/24), 0)
	for i, c := range f.text {
		if c == '\n' {
			f.lines = append(f.lines, uint32(i+1))
		}
	}
	return f.lines
}

func (f *file) physicalLine(offset uint32) int {
	starts := f.lineStarts()
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset })
}

// remapAt returns the last directive on a line before that of offset, nil if there is none.
func (f *file) remapAt(offset uint32) *remap {
	for i := len(f.remaps) - 1; i >= 0; i-- {
		r := &f.remaps[i]
		if r.offset < offset && f.physicalLine(r.offset) < f.physicalLine(offset) {
			return r
		}
	}
	return nil
}

func (f *file) nameAt(offset uint32) string {
	if r := f.remapAt(offset); r != nil {
		return r.name
	}
	return f.name
}
