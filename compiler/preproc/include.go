package preproc

import (
	"bytes"
	"path"
	"strings"

	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// source is a file being read.
type source struct {
	lexer
	file       *loadedFile
	conditions []condition
}

// loadedFile is a text ready for lexing. A file included again is not loaded again.
type loadedFile struct {
	name    string
	text    string
	splices []splice
	base    diag.Pos
	once    bool // #pragma once: never include it again
	nextDir int  // index among the include directories where #include_next continues
}

type includeCount struct {
	files, bytes int
}

// pushText begins reading a text that is no file.
func (p *processor) pushText(name string, text []byte) {
	p.open(p.load(name, text), diag.NoPos)
}

// byteOrderMark is U+FEFF in UTF-8, with which some editors begin a file.
var byteOrderMark = []byte("\xef\xbb\xbf")

func (p *processor) load(name string, text []byte) *loadedFile {
	text = bytes.TrimPrefix(text, byteOrderMark)
	f := &loadedFile{name: name, base: p.list.Files.Add(name, text)}
	if f.base == diag.NoPos {
		p.stop(diag.NoPos, "source %s is too large", name)
		return f
	}
	f.text, f.splices = removeSplices(text)
	return f
}

// open begins reading a file, unless a budget forbids it.
func (p *processor) open(f *loadedFile, from diag.Pos) {
	p.include.files++
	p.include.bytes += len(f.text)
	switch {
	case len(p.files) >= maxIncludeDepth:
		p.stop(from, "#include nested too deeply")
	case p.include.files > maxIncludes+len(p.in.Defines):
		p.stop(from, "too many #include directives")
	case p.include.bytes > maxSourceBytes:
		p.stop(from, "the included files are too large")
	}
	if p.stopped {
		return
	}
	l := lexer{text: f.text, splices: f.splices, base: f.base, lineStart: true, names: p.names, list: p.list}
	p.files = append(p.files, &source{lexer: l, file: f})
}

// closeFile ends the innermost file.
func (p *processor) closeFile(f *source) {
	for _, c := range f.conditions {
		p.list.Errorf(c.pos, "unterminated conditional directive")
	}
	p.files = p.files[:len(p.files)-1]
}

func (p *processor) includeDirective(f *source, directive token.Token) {
	name, quoted, ok := p.headerName(f, directive)
	if !ok {
		f.skipRestOfLine()
		return
	}
	if directive.Text == "include_next" && len(p.files) == 1 {
		p.list.Warnf(directive.Pos, "#include_next in primary source file; will search from start of include path")
	}
	file := p.lookUp(name, quoted, directive.Text == "include_next")
	if file == nil {
		p.list.Errorf(directive.Pos, "'%s' file not found", name)
		return
	}
	if !file.once {
		f.inDirective = false
		p.open(file, directive.Pos)
	}
}

// headerName reads what follows #include: "name", <name>, or macros that expand to one of them.
func (p *processor) headerName(f *source, directive token.Token) (name string, quoted, ok bool) {
	if name, ok = f.headerName(); ok {
		p.expectLineEnd("#include", p.readLine(f))
		return name, false, p.checkHeaderName(name, directive)
	}
	line := p.expandList(p.readLine(f))
	name, quoted, rest := headerNameOf(line)
	if name == "" && rest == nil {
		p.list.Errorf(directive.Pos, `expected "FILENAME" or <FILENAME>`)
		return "", false, false
	}
	if quoted {
		p.expectLineEnd("#include", rest)
	}
	return name, quoted, p.checkHeaderName(name, directive)
}

// headerNameOf joins the tokens of a header's name, and returns the rest of the line; nil if there is no such name.
func headerNameOf(line []token.Token) (name string, quoted bool, rest []token.Token) {
	switch {
	case len(line) > 0 && line[0].Kind == token.String && line[0].Text[0] == '"':
		return line[0].Text[1 : len(line[0].Text)-1], true, line[1:]
	case len(line) > 1 && line[0].Kind == token.Less:
		var b strings.Builder
		for i, t := range line[1:] {
			if t.Kind == token.Greater {
				return b.String(), false, line[i+2:]
			}
			if i > 0 && t.Flags&token.SpaceBefore != 0 {
				b.WriteByte(' ')
			}
			b.WriteString(t.Text)
		}
	}
	return "", false, nil
}

// lookUp is the file that an #include, or #include_next, of the innermost file means; nil if there is none.
func (p *processor) lookUp(name string, quoted, next bool) *loadedFile {
	from := p.files[len(p.files)-1].file
	if next && len(p.files) > 1 && !path.IsAbs(name) && p.in.ReadFile != nil {
		return p.findInDirs(name, from.nextDir)
	}
	return p.find(name, quoted, from)
}

func (p *processor) checkHeaderName(name string, directive token.Token) bool {
	if name == "" || strings.IndexByte(name, 0) >= 0 {
		p.list.Errorf(directive.Pos, "empty or invalid filename in #include")
		return false
	}
	return true
}

// find returns the file an #include means, nil if there is none: a given header, a file beside the including one (for
// "name"), a file in one of the include directories.
func (p *processor) find(name string, quoted bool, from *loadedFile) *loadedFile {
	for _, key := range []string{name, path.Clean(name)} {
		if text, ok := p.in.Headers[key]; ok {
			return p.cached("header "+key, key, func() ([]byte, error) { return text, nil })
		}
	}
	if p.in.ReadFile == nil {
		return nil
	}
	if path.IsAbs(name) {
		return p.readFile(name)
	}
	if quoted {
		if f := p.readFile(path.Join(path.Dir(from.name), name)); f != nil {
			f.nextDir = from.nextDir
			return f
		}
	}
	return p.findInDirs(name, 0)
}

// findInDirs searches the include directories from one on.
func (p *processor) findInDirs(name string, first int) *loadedFile {
	for i := first; i < len(p.in.IncludeDirs); i++ {
		if f := p.readFile(path.Join(p.in.IncludeDirs[i], name)); f != nil {
			f.nextDir = i + 1
			return f
		}
	}
	return nil
}

func (p *processor) readFile(name string) *loadedFile {
	return p.cached("file "+name, name, func() ([]byte, error) { return p.in.ReadFile(name) })
}

func (p *processor) cached(key, name string, read func() ([]byte, error)) *loadedFile {
	if f, ok := p.loaded[key]; ok {
		return f
	}
	text, err := read()
	if err != nil {
		p.loaded[key] = nil
		return nil
	}
	f := p.load(name, text)
	p.loaded[key] = f
	return f
}
