package ir

import (
	"maps"
	"slices"
	"sync"

	"heddle/compiler/wire"
)

// The table of positions of a stored module: position n is its n-th entry, 0 is unknown as always. Entries are in the
// order of the positions that the front end gave, so that neighbours are near each other.

// storedPlaces is the table. It is read when it is first needed.
type storedPlaces struct {
	form  []byte
	read  sync.Once
	files []string // read
	list  []sourcePlace
}

// sourcePlace is the place of a position in the sources.
type sourcePlace struct {
	file         uint32
	line, column int64
}

// numberPositions gives each position that a function of a module has a number.
func numberPositions(m *Module) map[Pos]Pos {
	numbers := map[Pos]Pos{}
	if m.PosName == nil {
		return numbers
	}
	for _, f := range m.Funcs {
		if f == nil {
			continue
		}
		numbers[f.Pos] = 0
		for i := range f.Instrs {
			numbers[f.Instrs[i].Pos] = 0
		}
	}
	delete(numbers, 0)
	for i, p := range slices.Sorted(maps.Keys(numbers)) {
		numbers[p] = Pos(i + 1)
	}
	return numbers
}

// placesForm is the form of the table.
func placesForm(m *Module, numbers map[Pos]Pos) []byte {
	s, files := storedPlaces{}, map[string]uint32{}
	for _, p := range slices.Sorted(maps.Keys(numbers)) {
		file, line, column := m.PosName(p)
		at, ok := files[file]
		if !ok {
			at = uint32(len(s.files))
			files[file] = at
			s.files = append(s.files, file)
		}
		s.list = append(s.list, sourcePlace{at, int64(line), int64(column)})
	}
	c := wire.Writer()
	s.code(c)
	return c.Form()
}

func (s *storedPlaces) code(c *wire.Coder) {
	wire.List(c, &s.files, (*wire.Coder).Text)
	line := int64(0)
	wire.List(c, &s.list, func(c *wire.Coder, p *sourcePlace) {
		wire.Below(c, &p.file, len(s.files))
		step := p.line - line
		c.Signed(&step)
		p.line = line + step
		line = p.line
		c.Signed(&p.column)
	})
}

// name is Module.PosName.
func (s *storedPlaces) name(p Pos) (file string, line, column int) {
	s.read.Do(func() {
		c := wire.Reader(s.form)
		if s.code(c); c.End() != nil {
			s.list = nil // lines that are unknown do no harm
		}
	})
	if p == 0 || uint64(p) > uint64(len(s.list)) {
		return "", 0, 0
	}
	at := &s.list[p-1]
	return s.files[at.file], int(at.line), int(at.column)
}
