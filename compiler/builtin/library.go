package builtin

import (
	"embed"
	"strings"
	"sync"
)

// The library: functions on scalars in OpenCL C, named __hd_NAME_f32, __hd_NAME_f64 and, where those on floats do not
// serve for halves, __hd_NAME_f16. They may call built-ins that are lowered to operations and each other (with a
// declaration, if the other stands in another file). Every definition begins at the start of a line, with the name on
// that line.

//go:embed lib/*.cl
var files embed.FS

// LibraryFiles are the names of the library's files.
func LibraryFiles() []string {
	entries, err := files.ReadDir("lib")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// LibraryText is the source of one file.
func LibraryText(name string) []byte {
	text, err := files.ReadFile("lib/" + name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return text
}

// LibraryFunctions are the names of the functions that a file defines.
func LibraryFunctions(file string) []string {
	var names []string
	for line := range strings.Lines(string(LibraryText(file))) {
		if function := definedFunction(line); function != "" {
			names = append(names, function)
		}
	}
	return names
}

var libraryIndex = sync.OnceValue(func() map[string]string {
	index := map[string]string{}
	for _, name := range LibraryFiles() {
		for _, function := range LibraryFunctions(name) {
			index[function] = name
		}
	}
	return index
})

// LibraryFileOf is the file that defines a function, "" if none does.
func LibraryFileOf(function string) string { return libraryIndex()[function] }

// definedFunction is the name of the function whose definition a line begins: "float __hd_sin_f32(float x)" and the
// rest.
func definedFunction(line string) string {
	if line == "" || line[0] < 'a' || line[0] > 'z' || !strings.HasSuffix(strings.TrimSpace(line), "{") {
		return ""
	}
	before, _, ok := strings.Cut(line, "(")
	if !ok {
		return ""
	}
	return before[strings.LastIndexByte(before, ' ')+1:]
}
