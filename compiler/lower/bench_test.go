package lower

import (
	"testing"

	"heddle/compiler/builtin"
)

// BenchmarkLibraryFile measures what a process pays once for the first function of a file.
func BenchmarkLibraryFile(b *testing.B) {
	for _, name := range builtin.LibraryFiles() {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				(&libraryFile{}).compile(name)
			}
		})
	}
}
