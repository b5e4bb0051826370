package trace

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed signatures_gen.txt
var signatures string

// function is a line of the text: result, parameters and, if the driver does not have it, the reason.
type function struct {
	name, result string
	parameters   []parameter
	missing      string
}

type parameter struct {
	declared string // the type: const, a typedef or basic type, and stars
	name     string
	count    int // the parameter with the number of elements, noCount if there is none
}

const noCount = -1

// readFunctions gives the functions by their numbers.
var readFunctions = sync.OnceValue(func() []function {
	lines := strings.Split(strings.TrimSuffix(signatures, "\n"), "\n")
	functions := make([]function, len(lines))
	for i, line := range lines {
		functions[i] = readFunction(line)
	}
	return functions
})

func readFunction(line string) function {
	head, rest, _ := strings.Cut(line, "(")
	list, missing, _ := strings.Cut(rest, ")")
	space := strings.LastIndex(head, " ")
	f := function{name: head[space+1:], result: head[:space], missing: strings.TrimPrefix(missing, " ")}
	if list == "" {
		return f
	}
	count := noCount
	for i, text := range strings.Split(list, ", ") {
		space := strings.LastIndex(text, " ")
		p := parameter{declared: text[:space], name: text[space+1:], count: count}
		if p.countsOthers() {
			count = i
		}
		f.parameters = append(f.parameters, p)
	}
	return f
}

// countsOthers reports whether a parameter is the length of the lists that follow it.
func (p parameter) countsOthers() bool {
	return p.declared == "cl_uint" && (strings.HasPrefix(p.name, "num_") || p.name == "count" || p.name == "work_dim")
}

// isPointer reports whether a type leads to memory of the application, unlike handles and functions.
func isPointer(declared string) bool { return strings.HasSuffix(declared, "*") }

// isInput reports whether a pointer leads to what the call reads.
func (p parameter) isInput() bool {
	return strings.HasPrefix(p.declared, "const ") || p.declared == "void**"
}

// find is the argument of a name, 0 if the function has none.
func (c *call) find(name string) uint64 {
	for i, p := range c.parameters {
		if p.name == name {
			return c.arguments[i]
		}
	}
	return 0
}
