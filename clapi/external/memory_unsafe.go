package external

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"

	"heddle/cbridge/scarce"
)

// Memory is memory that is mapped by a descriptor, in common with all others who have mapped it.
type Memory struct {
	fd       int
	bytes    []byte
	isDmaBuf bool
}

// ErrTooSmall means that there is less memory behind a descriptor than was asked for.
var ErrTooSmall = errors.New("the memory is smaller")

// ErrNoMemory means that the system has no address space for a mapping.
var ErrNoMemory = errors.New("the system has no memory for the mapping")

// Request says what memory is wanted.
type Request struct {
	SizeBytes  uint64
	IsReadOnly bool
	IsDmaBuf   bool // Begin and End tell its owner when the processor uses it
}

// ImportMemory maps the first bytes of what a descriptor stands for.
func ImportMemory(fd int, r Request) (*Memory, error) {
	if r.IsDmaBuf && dmaBufSync(fd, dmaBufRead|dmaBufEnd) != nil {
		return nil, fmt.Errorf("file descriptor %d is no dma_buf", fd)
	}
	size, err := sizeOf(fd, r.IsDmaBuf)
	if err != nil {
		return nil, fmt.Errorf("file descriptor %d has no size: %w", fd, err)
	}
	if size < r.SizeBytes {
		return nil, fmt.Errorf("%w: file descriptor %d has %d bytes", ErrTooSmall, fd, size)
	}
	access := unix.PROT_READ
	if !r.IsReadOnly {
		access |= unix.PROT_WRITE
	}
	if scarce.Refuses("a mapping of a file") {
		return nil, ErrNoMemory
	}
	mapped, err := unix.Mmap(fd, 0, int(r.SizeBytes), access, unix.MAP_SHARED)
	if errors.Is(err, unix.ENOMEM) {
		return nil, ErrNoMemory
	}
	if err != nil {
		return nil, fmt.Errorf("file descriptor %d cannot be mapped: %w", fd, err)
	}
	unix.CloseOnExec(fd)
	return &Memory{fd: fd, bytes: mapped, isDmaBuf: r.IsDmaBuf}, nil
}

// sizeOf is the number of bytes behind a descriptor. Only a dma_buf is asked by seeking, which moves nothing there.
func sizeOf(fd int, isDmaBuf bool) (uint64, error) {
	if isDmaBuf {
		end, err := unix.Seek(fd, 0, unix.SEEK_END)
		return uint64(end), err
	}
	var status unix.Stat_t
	err := unix.Fstat(fd, &status)
	return uint64(status.Size), err
}

// Address is that of the first byte.
func (m *Memory) Address() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(m.bytes))) }

// Begin makes what others have written to a dma_buf visible to the processor, once they have done so.
func (m *Memory) Begin() error { return m.sync(dmaBufRead | dmaBufWrite | dmaBufStart) }

// End makes what the processor has written to a dma_buf visible to others.
func (m *Memory) End() error { return m.sync(dmaBufRead | dmaBufWrite | dmaBufEnd) }

// Close takes the memory out of the address space and gives the descriptor up. It is called once.
func (m *Memory) Close() {
	unix.Munmap(m.bytes)
	unix.Close(m.fd)
}

func (m *Memory) sync(flags uint64) error {
	if !m.isDmaBuf {
		return nil
	}
	return dmaBufSync(m.fd, flags)
}

// The flags of DMA_BUF_IOCTL_SYNC in linux/dma-buf.h.
const (
	dmaBufRead  = 1 << 0
	dmaBufWrite = 2 << 0
	dmaBufStart = 0 << 2
	dmaBufEnd   = 1 << 2
)

func dmaBufSync(fd int, flags uint64) error {
	const request = 0x40086200 // DMA_BUF_IOCTL_SYNC
	for {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(unsafe.Pointer(&flags)))
		switch errno {
		case 0:
			return nil
		case unix.EINTR, unix.EAGAIN:
		default:
			return errno
		}
	}
}
