package external

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// Signal is a signal that one of those who wait for it takes: a counter of the kernel (eventfd), which processes share
// by its descriptor. The counter is above zero while the signal is there.
type Signal struct {
	file  *os.File
	close sync.Once
}

// NewSignal makes a signal that is not there.
func NewSignal() (*Signal, error) {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("eventfd: %w", err)
	}
	return signalOf(fd), nil
}

// ImportSignal shares the signal of a descriptor that Export made, perhaps in another process.
func ImportSignal(fd int) (*Signal, error) {
	const counter = "anon_inode:[eventfd]"
	if kind, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd)); err != nil || kind != counter {
		return nil, fmt.Errorf("file descriptor %d is no semaphore's", fd)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, err
	}
	unix.CloseOnExec(fd)
	return signalOf(fd), nil
}

func signalOf(fd int) *Signal { return &Signal{file: os.NewFile(uintptr(fd), "semaphore")} }

// Export is a new descriptor of the signal, which belongs to the caller.
func (s *Signal) Export() (fd int, err error) {
	s.control(func(own int) { fd, err = unix.FcntlInt(uintptr(own), unix.F_DUPFD_CLOEXEC, 0) })
	return fd, err
}

// Set gives the signal. One that is there already stays.
func (s *Signal) Set() {
	var one [8]byte
	binary.NativeEndian.PutUint64(one[:], 1)
	s.control(func(fd int) { unix.Write(fd, one[:]) })
}

// Take takes the signal and reports whether it was there.
func (s *Signal) Take() (wasSet bool) {
	var count [8]byte
	s.control(func(fd int) {
		n, err := unix.Read(fd, count[:])
		wasSet = err == nil && n == len(count)
	})
	return wasSet
}

// IsSet reports whether the signal is there.
func (s *Signal) IsSet() (isSet bool) {
	s.control(func(fd int) { isSet = isReadable(fd) })
	return isSet
}

// Await takes the signal when it comes. It is false if the signal was closed.
func (s *Signal) Await() bool {
	var count [8]byte
	_, err := s.file.Read(count[:])
	return err == nil
}

// Close gives up the descriptor and ends all Await.
func (s *Signal) Close() { s.close.Do(func() { s.file.Close() }) }

// control runs a function with the descriptor, unless it is closed.
func (s *Signal) control(use func(fd int)) {
	if connection, err := s.file.SyscallConn(); err == nil {
		connection.Control(func(fd uintptr) { use(int(fd)) })
	}
}

// isReadable reports whether a read would not block.
func isReadable(fd int) bool {
	list := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(list, 0)
		if !errors.Is(err, unix.EINTR) {
			return err == nil && n == 1
		}
	}
}
