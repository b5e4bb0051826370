// Package stream writes to the standard streams of the process, as C does: when the reading end of a pipe is closed,
// the application's handling of SIGPIPE decides. The files os.Stdout and os.Stderr end the process then, because the
// runtime in a shared library does not know that the application ignores the signal.
package stream

import (
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Stream is a file descriptor.
//
// One that blocks is waited for as long as it takes. One that the application has made non-blocking may be the end of a
// pipe that the same thread is to read later: so the wait for a reader is bounded, and the text is dropped after it. As
// long as there is no space from then on, more text is dropped at once.
type Stream struct {
	descriptor int
	patience   time.Duration
	isStuck    atomic.Bool // the last write was in vain
}

const patience = 5 * time.Second

// The standard streams.
var (
	Output = &Stream{descriptor: 1, patience: patience}
	Errors = &Stream{descriptor: 2, patience: patience}
)

// Write writes all of the text unless it is not read. It implements io.Writer.
func (s *Stream) Write(text []byte) (int, error) {
	done := 0
	for done < len(text) {
		n, err := unix.Write(s.descriptor, text[done:])
		switch err {
		case nil:
			done += n
			s.isStuck.Store(false)
		case unix.EINTR:
		case unix.EAGAIN: // the application has made the stream non-blocking
			if !s.hasSpace() {
				s.drop()
				return done, err
			}
		default:
			return done, err
		}
	}
	return done, nil
}

// hasSpace waits for space, and reports whether there is some, or another reason to try again.
func (s *Stream) hasSpace() bool {
	wanted := []unix.PollFd{{Fd: int32(s.descriptor), Events: unix.POLLOUT}}
	wait := s.patience
	if s.isStuck.Load() {
		wait = 0
	}
	for end := time.Now().Add(wait); ; {
		left := max(0, time.Until(end))
		ready, err := unix.Poll(wanted, int(left.Milliseconds()))
		if err != unix.EINTR {
			return ready > 0
		}
	}
}

// drop notes that text is lost, and says so once until there is a reader again.
func (s *Stream) drop() {
	if s.isStuck.Swap(true) || s == Errors {
		return
	}
	fmt.Fprintf(Errors, "heddle: output is lost: descriptor %d is non-blocking, and had no space for %v\n",
		s.descriptor, s.patience)
}
