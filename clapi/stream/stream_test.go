package stream

import (
	"bytes"
	"io"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// pipe returns the reading end, and a stream that writes to it.
func pipe(t *testing.T) (*os.File, Stream) {
	t.Helper()
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(ends[0]), "pipe"), Stream(ends[1])
}

// A pipe takes 64 KB at a time; a stream that does not wait for its reader returns fewer bytes.
func TestLongTexts(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	for _, nonBlocking := range []bool{false, true} {
		reader, s := pipe(t)
		if err := unix.SetNonblock(int(s), nonBlocking); err != nil {
			t.Fatal(err)
		}
		go func() {
			if n, err := s.Write(text); n != len(text) || err != nil {
				t.Errorf("%d bytes written: %v", n, err)
			}
			unix.Close(int(s))
		}()
		if got, err := io.ReadAll(reader); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%d bytes of %d read: %v", len(got), len(text), err)
		}
		reader.Close()
	}
}

func TestBadStreams(t *testing.T) {
	if n, err := Stream(-1).Write([]byte("text")); n != 0 || err != unix.EBADF {
		t.Errorf("%d bytes written to no file: %v", n, err)
	}
	if n, err := Stream(-1).Write(nil); n != 0 || err != nil {
		t.Errorf("nothing written: %d, %v", n, err)
	}
}
