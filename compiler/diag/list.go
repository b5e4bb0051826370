package diag

import (
	"fmt"
	"strconv"
	"strings"
)

// Severity is the weight of a diagnostic.
type Severity uint8

// The severities.
const (
	Note Severity = iota
	Warning
	Error
)

// String returns the word used in the build log.
func (s Severity) String() string {
	return [...]string{"note", "warning", "error"}[s]
}

// Diagnostic is one message about the source.
type Diagnostic struct {
	Pos      Pos
	Severity Severity
	Message  string
}

// MaxErrors is the number of errors after which a build stops reporting and should stop working.
const MaxErrors = 20

// maxWarnings bounds the log of a source that warns in every line.
const maxWarnings = 100

// maxLineBytes is the longest piece of a source line shown in the log.
const maxLineBytes = 200

// List collects the diagnostics of one build. The zero value is ready. It is not safe for concurrent use.
type List struct {
	Files Files

	// NoWarnings drops warnings (-w); WarningsAreErrors turns them into errors (-Werror). Set before the build.
	NoWarnings        bool
	WarningsAreErrors bool

	items    []Diagnostic
	errors   int
	warnings int

	hints, hintCandidates int // asked for so far
}

// Errorf reports an error at pos. Errors beyond MaxErrors are counted as "too many", a second error at one position
// is dropped as a consequence of the first.
func (l *List) Errorf(pos Pos, format string, args ...any) {
	if l.errors > MaxErrors || pos != NoPos && l.hasErrorAt(pos) {
		return
	}
	l.errors++
	if l.errors > MaxErrors {
		l.items = append(l.items, Diagnostic{NoPos, Error, "too many errors, stopping now"})
		return
	}
	l.items = append(l.items, Diagnostic{pos, Error, fmt.Sprintf(format, args...)})
}

// Warnf reports a warning at pos.
func (l *List) Warnf(pos Pos, format string, args ...any) {
	if l.NoWarnings {
		return
	}
	if l.WarningsAreErrors {
		l.Errorf(pos, format, args...)
		return
	}
	if l.warnings >= maxWarnings {
		return
	}
	l.warnings++
	l.items = append(l.items, Diagnostic{pos, Warning, fmt.Sprintf(format, args...)})
}

// Notef adds a remark to the diagnostic before it, such as the place of an earlier declaration.
func (l *List) Notef(pos Pos, format string, args ...any) {
	if l.errors > MaxErrors || len(l.items) == 0 || len(l.items) > 2*(MaxErrors+maxWarnings) {
		return
	}
	l.items = append(l.items, Diagnostic{pos, Note, fmt.Sprintf(format, args...)})
}

func (l *List) hasErrorAt(pos Pos) bool {
	for _, d := range l.items {
		if d.Pos == pos && d.Severity == Error {
			return true
		}
	}
	return false
}

// HasErrors reports whether the build has failed.
func (l *List) HasErrors() bool { return l.errors > 0 }

// TooMany reports whether the error limit is reached, so that continuing is useless.
func (l *List) TooMany() bool { return l.errors > MaxErrors }

// ErrorCount returns the number of errors reported, at most MaxErrors+1.
func (l *List) ErrorCount() int { return l.errors }

// Diagnostics returns the reported diagnostics in order.
func (l *List) Diagnostics() []Diagnostic { return l.items }

// Render returns the build log: per diagnostic a line "file:line:col: error: message", the source line and a caret
// below it, at the end the number of errors and warnings. It is empty when nothing was reported.
func (l *List) Render() string {
	var b strings.Builder
	for _, d := range l.items {
		l.renderOne(&b, d)
	}
	l.renderSummary(&b)
	return b.String()
}

func (l *List) renderOne(b *strings.Builder, d Diagnostic) {
	p := l.Files.Position(d.Pos)
	if p.Line == 0 {
		fmt.Fprintf(b, "%s: %s\n", d.Severity, d.Message)
		return
	}
	fmt.Fprintf(b, "%s:%d:%d: %s: %s\n", p.Name, p.Line, p.Column, d.Severity, d.Message)
	line, caret := window(l.Files.SourceLine(d.Pos), p.Column-1)
	b.WriteString(printable(line))
	b.WriteByte('\n')
	for i := 0; i < caret && i < len(line); i++ {
		if line[i] == '\t' {
			b.WriteByte('\t') // the caret stays below its column whatever the width of a tab
			continue
		}
		b.WriteByte(' ')
	}
	b.WriteString("^\n")
}

func (l *List) renderSummary(b *strings.Builder) {
	var parts []string
	if l.warnings > 0 {
		parts = append(parts, plural(l.warnings, "warning"))
	}
	if l.errors > 0 {
		parts = append(parts, plural(min(l.errors, MaxErrors), "error"))
	}
	if len(parts) > 0 {
		b.WriteString(strings.Join(parts, " and ") + " generated.\n")
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

// window cuts a long line to the part around the column and returns it with the column inside it.
func window(line string, column int) (string, int) {
	if len(line) <= maxLineBytes {
		return line, column
	}
	start := max(0, min(column-maxLineBytes/2, len(line)-maxLineBytes))
	return line[start : start+maxLineBytes], column - start
}

// printable replaces the bytes that are not printable ASCII, one for one, so that columns stay right and the log cannot
// upset a terminal.
func printable(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r >= ' ' && r < 0x7f {
			return r
		}
		return '?'
	}, latin(line))
}

// latin reads each byte as one character.
func latin(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}
