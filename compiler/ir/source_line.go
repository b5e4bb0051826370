package ir

import "fmt"

// maxFileName is how much of the name of a file a report has.
const maxFileName = 200

// SourceLine is a line of a source, for reports.
type SourceLine struct {
	File string // empty: the text of the program itself, which has no name
	Line int    // 0: unknown
}

// String names the line, and the file if it has a name.
func (s SourceLine) String() string {
	if s.File == "" {
		return fmt.Sprint("line ", s.Line)
	}
	file := s.File
	if len(file) > maxFileName {
		file = "…" + file[len(file)-maxFileName:]
	}
	return fmt.Sprintf("line %d of %s", s.Line, file)
}

// LineOf is the line of a position. Names of texts that lie in no file begin with '<'.
func (m *Module) LineOf(p Pos) SourceLine {
	if p == 0 || m.PosName == nil {
		return SourceLine{}
	}
	file, line, _ := m.PosName(p)
	if line == 0 || file != "" && file[0] == '<' {
		file = ""
	}
	return SourceLine{file, line}
}
