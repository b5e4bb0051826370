package stream

import (
	"bytes"
	"io"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// pipe returns the reading end, and a stream that writes to it.
func pipe(t *testing.T) (*os.File, *Stream) {
	t.Helper()
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(ends[0]), "pipe"), &Stream{descriptor: ends[1], patience: 100 * time.Millisecond}
}

// A pipe takes 64 KB at a time; a stream that does not wait for its reader returns fewer bytes.
func TestLongTexts(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	for _, nonBlocking := range []bool{false, true} {
		reader, s := pipe(t)
		s.patience = time.Minute
		if err := unix.SetNonblock(s.descriptor, nonBlocking); err != nil {
			t.Fatal(err)
		}
		go func() {
			if n, err := s.Write(text); n != len(text) || err != nil {
				t.Errorf("%d bytes written: %v", n, err)
			}
			unix.Close(s.descriptor)
		}()
		if got, err := io.ReadAll(reader); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%d bytes of %d read: %v", len(got), len(text), err)
		}
		reader.Close()
	}
}

func TestBadStreams(t *testing.T) {
	if n, err := (&Stream{descriptor: -1}).Write([]byte("text")); n != 0 || err != unix.EBADF {
		t.Errorf("%d bytes written to no file: %v", n, err)
	}
	if n, err := (&Stream{descriptor: -1}).Write(nil); n != 0 || err != nil {
		t.Errorf("nothing written: %d, %v", n, err)
	}
}

// Text that is not read is dropped after a while, and at once after that. A reader is served again.
func TestStuckReaders(t *testing.T) {
	reader, s := pipe(t)
	defer reader.Close()
	if err := unix.SetNonblock(s.descriptor, true); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 1<<20)
	n, err := s.Write(text)
	if n == 0 || n == len(text) || err != unix.EAGAIN {
		t.Fatalf("%d bytes written without a reader: %v", n, err)
	}
	s.patience = time.Hour
	if n, err := s.Write(text); n != 0 || err != unix.EAGAIN {
		t.Errorf("%d bytes written to a full pipe: %v", n, err)
	}
	if _, err := io.ReadFull(reader, text[:n]); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Write(text[:100]); n != 100 || err != nil || s.isStuck.Load() {
		t.Errorf("%d bytes of 100 written to an empty pipe: %v", n, err)
	}
}
