package gostack

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// useStack uses about bytes of the stack.
func useStack(bytes int) byte {
	var room [1024]byte
	if bytes > len(room) {
		room[bytes%len(room)] = useStack(bytes - len(room))
	}
	return room[(bytes+1)%len(room)]
}

// moves reports whether a new goroutine's stack has to be moved, to make it larger, when bytes of it are used.
func moves(prepare func(), bytes int) bool {
	moved := make(chan bool)
	go func() {
		var local byte
		prepare()
		before := uintptr(unsafe.Pointer(&local))
		useStack(bytes)
		moved <- uintptr(unsafe.Pointer(&local)) != before
	}()
	return <-moved
}

func TestGrownStackHasRoom(t *testing.T) {
	const used = Bytes * 3 / 4
	if !moves(func() {}, used) {
		t.Error("a new goroutine has room already, so the test shows nothing")
	}
	if moves(Grow, used) {
		t.Error("the stack has no room after Grow")
	}
}

// resident counts the bytes of an area that are in memory.
func resident(t *testing.T, start, end uintptr) (bytes int) {
	t.Helper()
	pages := make([]byte, (end-start)/pageBytes)
	_, _, failed := unix.Syscall(unix.SYS_MINCORE, start, end-start, uintptr(unsafe.Pointer(&pages[0])))
	if failed != 0 {
		t.Fatal(failed)
	}
	for _, page := range pages {
		bytes += int(page&1) * pageBytes
	}
	return bytes
}

func TestGrownStackTakesLittleMemory(t *testing.T) {
	const used = Bytes / 2
	result := make(chan [2]int)
	go func() {
		needRoom()
		useStack(used)
		start, end := lowest(), lowest()+Bytes
		before := resident(t, start, end)
		release()
		result <- [2]int{before, resident(t, start, end)}
	}()
	got := <-result
	if got[0] < used || got[1] > Bytes/4 {
		t.Errorf("%d bytes are in memory, and %d after they were given back", got[0], got[1])
	}
}

func TestMemoryInUseStays(t *testing.T) {
	sum := make(chan byte)
	go func() {
		var local [keptBytes]byte
		for i := range local {
			local[i] = byte(i)
		}
		Grow()
		useStack(Bytes / 2)
		var total byte
		for i, b := range local {
			total |= b ^ byte(i)
		}
		sum <- total
	}()
	if <-sum != 0 {
		t.Error("what was on the stack has changed")
	}
}
