package buildid

import (
	"debug/elf"
	"encoding/hex"
	"os"
	"testing"
)

// The id is that in the file of the test.
func TestText(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	const headBytes = 16 // sizes, type, and the name
	want := ""
	if s := file.Section(".note.gnu.build-id"); s != nil {
		data, err := s.Data()
		if err != nil || len(data) < headBytes {
			t.Fatal(err)
		}
		want = hex.EncodeToString(data[headBytes:])
	}
	if got := Text(); got != want || got == "" {
		t.Errorf("build id %q, want %q", got, want)
	}
}
