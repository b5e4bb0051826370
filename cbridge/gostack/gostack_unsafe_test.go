package gostack

import (
	"testing"
	"unsafe"
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
