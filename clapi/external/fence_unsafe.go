package external

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Fence is a descriptor that can be read from once something has happened: a sync file of the kernel, or whatever else
// can be polled.
type Fence struct {
	fd    int
	queue *os.File // of epoll, which holds fd: the descriptor's own flags belong to others too
}

// ImportFence takes a fence over.
func ImportFence(fd int) (*Fence, error) {
	queue, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("epoll: %w", err)
	}
	if err := unix.EpollCtl(queue, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN}); err != nil {
		unix.Close(queue)
		return nil, fmt.Errorf("file descriptor %d is nothing to wait for: %w", fd, err)
	}
	unix.CloseOnExec(fd)
	unix.SetNonblock(queue, true) // so that the runtime polls it
	return &Fence{fd: fd, queue: os.NewFile(uintptr(queue), "fence")}, nil
}

// Await returns when the fence has signalled or was closed.
func (f *Fence) Await() {
	if connection, err := f.queue.SyscallConn(); err == nil {
		connection.Read(func(uintptr) bool { return isReadable(f.fd) })
	}
}

// IsSet reports whether the fence has signalled.
func (f *Fence) IsSet() bool { return isReadable(f.fd) }

// HasFailed reports whether a sync file stands for work that failed.
func (f *Fence) HasFailed() bool {
	const syncFileInfo = 0xc0383e04 // SYNC_IOC_FILE_INFO of linux/sync_file.h
	var info struct {
		name            [32]byte
		status          int32
		flags, count, _ uint32
		fences          uint64
	}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(f.fd), syncFileInfo, uintptr(unsafe.Pointer(&info)))
	return errno == 0 && info.status < 0
}

// Close gives the descriptor up. It is called once.
func (f *Fence) Close() {
	f.queue.Close()
	unix.Close(f.fd)
}
