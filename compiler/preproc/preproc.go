// Package preproc is the preprocessor: translation phases 1 to 4 of C99 (trigraphs excepted) as OpenCL C uses them.
// It turns a source text into tokens. It knows nothing of the grammar above tokens and opens no files by itself.
//
// Macros expand by a stack of token lists being read, as in the GNU and LLVM preprocessors: a macro is disabled while
// its replacement is on the stack, and a name read while its macro is disabled is never expanded again. Everything that
// a short source can make long (nesting of includes, expansion, pasted text) has a budget, so that no source takes long
// or much memory.
//
// Reading order: preproc.go, splice.go and lex.go (characters to tokens), directive.go, condition.go, ifexpr.go,
// include.go, pragma.go, macro.go, expand.go, subst.go.
package preproc

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// Input is the input of the preprocessor.
type Input struct {
	Name string // of the main source, as messages and __FILE__ show it
	Text []byte

	// Headers are sources given by name (clCompileProgram); they win over files.
	Headers map[string][]byte
	// IncludeDirs are searched in order through ReadFile, for "x" after the directory of the including file.
	IncludeDirs []string
	// ReadFile reads a file; nil means that there are no files.
	ReadFile func(path string) ([]byte, error)

	// Predefined is the macro of a name that has one from the start, in the form after #define, name included. It is
	// asked once for each name that occurs: most macros of the language occur nowhere. nil means that there are none.
	Predefined func(name string) (definition string, ok bool)
	// Queries answer operators like __has_builtin(name), by the operator's name; the operand is passed as it is
	// spelled. __has_include and __has_include_next need none.
	Queries map[string]func(operand string) int
	// Defines are made first, in order; a define may also undefine a macro.
	Defines []Define

	// Names numbers the identifiers; nil makes a new one.
	Names *token.Interner

	// Room is memory for the result, which may need more.
	Room []token.Token

	// Macros receives the names of the macros at the end; may be nil.
	Macros *MacroNames
}

// Define is a macro of the build options. Without HasBody it is 1.
type Define struct {
	Name    string // with parameters if it has any: "F(x)"
	Body    string
	HasBody bool
	Undef   bool // remove the macro, whether predefined or defined before
}

// The budgets. All are far above the needs of real sources.
const (
	maxIncludeDepth  = 64
	maxIncludes      = 20_000
	maxSourceBytes   = 256 << 20 // of all files read, counted each time
	maxExpandedWork  = 4 << 20   // tokens moved by expanding macros; text made counts by its bytes
	maxContextDepth  = 20_000    // replacements being read at once
	maxExpressionNet = 256       // parentheses and operators open at once in #if
)

// processor is the state of one run.
type processor struct {
	in    Input
	list  *diag.List
	names *token.Interner

	files   []*source // being read, innermost last
	loaded  map[string]*loadedFile
	include includeCount

	macros   []*macro // by identifier
	met      token.ID // below it: identifiers that were looked up among the predefined ones
	contexts []context
	work     int // tokens moved by expansion so far
	free     [][]token.Token
	counter  int // of __COUNTER__

	line           []token.Token // the directive being handled
	inCondition    bool          // expanding an #if
	pendingDefined bool          // just after "defined" in an #if
	stopped        bool          // a budget is used up or there are too many errors

	known knownNames
}

// knownNames are the identifiers with a meaning of their own here.
type knownNames struct {
	defined, pragmaOperator, vaArgs, vaOpt, once token.ID
}

// Run preprocesses the input. The result always ends with an EOF token; when list has errors it is only good for
// finding more of them.
func Run(in Input, list *diag.List) []token.Token {
	p := newProcessor(in, list)
	if in.Macros != nil {
		in.Macros.p = p
	}
	p.runDefines()
	p.pushText(in.Name, in.Text)
	out := slices.Grow(in.Room[:0], 64+len(in.Text)/3)
	for {
		if len(out) == cap(out) {
			out = slices.Grow(out, p.expectedTokens(len(out)))
		}
		t := p.next()
		switch t.Kind {
		case token.EOF:
			return append(out, t)
		case token.Illegal:
			p.reportIllegal(t)
		default:
			out = append(out, t)
		}
	}
}

// expectedTokens estimates the number of remaining tokens from how much of the main source has been read: growing the
// result step by step would cost more than all the rest.
func (p *processor) expectedTokens(n int) int {
	rest := n
	if len(p.files) > 0 && p.files[0].offset > 0 {
		main := p.files[0]
		rest = int(int64(n) * int64(len(main.text)-main.offset) / int64(main.offset))
	}
	return min(max(rest+rest/8, n/4+64), 4*n+64)
}

func newProcessor(in Input, list *diag.List) *processor {
	names := in.Names
	if names == nil {
		names = token.NewInterner()
	}
	p := &processor{in: in, list: list, names: names, loaded: make(map[string]*loadedFile)}
	p.known = knownNames{
		defined:        names.Intern("defined"),
		pragmaOperator: names.Intern("_Pragma"),
		vaArgs:         names.Intern("__VA_ARGS__"),
		vaOpt:          names.Intern("__VA_OPT__"),
		once:           names.Intern("once"),
	}
	for _, b := range builtinMacros {
		p.setMacro(names.Intern(b.name), &macro{builtin: b.builtin})
	}
	for name, answer := range in.Queries {
		p.setMacro(names.Intern(name), &macro{builtin: queryMacro, answer: answer})
	}
	return p
}

// runDefines reads the macros of the options. What could reach the next line is a text of its own.
func (p *processor) runDefines() {
	var lines []byte
	for _, d := range p.in.Defines {
		line := defineText(d)
		if bytes.Contains(line, []byte("/*")) || bytes.ContainsRune(line, '\\') {
			p.readOptions(lines)
			p.readOptions(line)
			lines = nil // the list of texts keeps them
			continue
		}
		lines = append(append(lines, line...), '\n')
	}
	p.readOptions(lines)
}

// readOptions reads a text to its end and drops what it yields.
func (p *processor) readOptions(text []byte) {
	if len(text) == 0 {
		return
	}
	p.pushText("<options>", text)
	for p.next().Kind != token.EOF {
	}
}

// defineText is the directive of an option: one line, as other compilers take it.
func defineText(d Define) []byte {
	text := "#undef " + d.Name
	if !d.Undef {
		body := d.Body
		if !d.HasBody {
			body = "1"
		}
		text = "#define " + d.Name + " " + body
	}
	text, _, _ = strings.Cut(text, "\n")
	return []byte(text)
}

// stop ends the run with an error: all reading functions return EOF from here on.
func (p *processor) stop(pos diag.Pos, format string, args ...any) {
	if !p.stopped {
		p.list.Errorf(pos, format, args...)
	}
	p.stopped = true
}

func (p *processor) reportIllegal(t token.Token) {
	switch {
	case t.Text[0] == '"' || t.Text[0] == '\'':
		p.list.Errorf(t.Pos, "missing terminating %c character", t.Text[0])
	case t.Text[0] < 0x80:
		p.list.Errorf(t.Pos, "illegal character %q", t.Text[0])
	default:
		p.reportCharacter(t)
	}
	if p.list.TooMany() {
		p.stopped = true
	}
}

// reportCharacter reports a character outside ASCII that belongs to no token, by name.
func (p *processor) reportCharacter(t token.Token) {
	r, size := utf8.DecodeRuneInString(t.Text)
	if r == utf8.RuneError && size <= 1 {
		p.list.Errorf(t.Pos, "source file is not valid UTF-8")
		return
	}
	p.list.Errorf(t.Pos, "unexpected character <U+%04X>", r)
}
