package lower

import (
	_ "embed" // the library's code
	"encoding/binary"
	"sync"

	"heddle/compiler/ir"
)

// The library's functions as finishedLibraryFunc makes them, in binary form, so that a process need not compile files
// of the library to build its first program. `go test ./compiler/lower -run LibraryCode -update` writes the file. That
// is necessary whenever a change of the library, the lowering or a pass changes the code; a test fails until it is
// done. Code in the binary form of another compiler is ignored, and the library is compiled from its source.
//
// The file begins with the form's version in eight bytes. Then follows, for each function in the order of the names,
// the name's length in a byte, the name, and the length of the function in four bytes; a zero byte ends the list. The
// functions follow in the same order.

//go:embed library.bin
var libraryCode string

// usableCode is libraryCode without the version, if that matches.
var usableCode = sync.OnceValue(func() string { return codeOf(libraryCode) })

func codeOf(file string) string {
	if len(file) < 8 || binary.LittleEndian.Uint64([]byte(file[:8])) != ir.BinaryVersion() {
		return ""
	}
	return file[8:]
}

// storedLibraryFunc returns a new copy of a stored function, nil if it is not among them.
func storedLibraryFunc(code, name string) *ir.Func {
	at, size, found := 0, 0, false
	for len(code) > 0 && code[0] != 0 {
		n := 1 + int(code[0])
		length := int(binary.LittleEndian.Uint32([]byte(code[n : n+4])))
		switch {
		case found:
		case code[1:n] == name:
			size, found = length, true
		default:
			at += length
		}
		code = code[n+4:]
	}
	if !found {
		return nil
	}
	return ir.FromBinary(code[1+at : 1+at+size])
}

// storeLibrary is the content of the file for functions in the order of their names.
func storeLibrary(functions []*ir.Func) []byte {
	var list, bodies []byte
	for _, f := range functions {
		body := ir.AppendBinary(nil, f)
		list = append(append(list, byte(len(f.Name))), f.Name...)
		list = binary.LittleEndian.AppendUint32(list, uint32(len(body)))
		bodies = append(bodies, body...)
	}
	file := binary.LittleEndian.AppendUint64(nil, ir.BinaryVersion())
	return append(append(append(file, list...), 0), bodies...)
}
