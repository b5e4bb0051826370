package compiler

import (
	"sort"

	"heddle/compiler/diag"
	"heddle/compiler/inspect"
	"heddle/compiler/ir"
)

// sources are the texts of linked units, whose positions follow each other as linkedModule lays them. They are kept for
// the inspector only.
type sources struct {
	units []*unit
	bases []uint64 // of the positions of each unit
	files []int    // number of the first file of each unit
}

var _ inspect.Sources = (*sources)(nil)

func newSources(units []*unit) *sources {
	s := &sources{units: units, bases: make([]uint64, len(units)), files: make([]int, len(units))}
	base, file := uint64(0), 0
	for i, u := range units {
		s.bases[i], s.files[i] = base, file
		u.mu.Lock()
		base, file = base+uint64(u.files.End()), file+u.files.Count()
		u.mu.Unlock()
	}
	return s
}

// Place is where a position lies in the text.
func (s *sources) Place(p ir.Pos) (file, line int) {
	i := sort.Search(len(s.bases), func(i int) bool { return s.bases[i] > uint64(p) }) - 1
	u := s.units[i]
	u.mu.Lock()
	defer u.mu.Unlock()
	file, line = u.files.Place(diag.Pos(uint64(p) - s.bases[i]))
	return s.files[i] + file, line
}

// File is the name and text of a file.
func (s *sources) File(file int) (name string, text []byte) {
	i := sort.Search(len(s.files), func(i int) bool { return s.files[i] > file }) - 1
	u := s.units[i]
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.files.File(file - s.files[i])
}

// show hands the finished kernels to the inspector.
func (p *Program) show(to *inspect.Program) {
	for _, k := range p.All() {
		to.Kernel(k.Lane, k.Machine)
	}
}
