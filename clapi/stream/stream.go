// Package stream writes to the standard streams of the process, as C does: when the reading end of a pipe is closed,
// the application's handling of SIGPIPE decides. The files os.Stdout and os.Stderr end the process then, because the
// runtime in a shared library does not know that the application ignores the signal.
package stream

import "golang.org/x/sys/unix"

// Stream is a file descriptor.
type Stream int

// The standard streams.
const (
	Output Stream = 1
	Errors Stream = 2
)

// Write writes all of the text, however long that takes. It implements io.Writer.
func (s Stream) Write(text []byte) (int, error) {
	done := 0
	for done < len(text) {
		n, err := unix.Write(int(s), text[done:])
		switch err {
		case nil:
			done += n
		case unix.EINTR:
		case unix.EAGAIN: // the application has made the stream non-blocking
			s.wait()
		default:
			return done, err
		}
	}
	return done, nil
}

// wait returns when there is space, or for another reason to try again.
func (s Stream) wait() {
	const forever = -1
	_, _ = unix.Poll([]unix.PollFd{{Fd: int32(s), Events: unix.POLLOUT}}, forever)
}
