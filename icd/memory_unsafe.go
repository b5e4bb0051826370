package main

import (
	"bytes"
	"unsafe"

	"heddle/cbridge/hostmem"
	"heddle/clapi"
)

// The functions of this file read and write memory of the application at addresses that it passed. They trust it as a C
// library would: an invalid address faults.

func at[T any](addr uintptr) *T { return *(**T)(unsafe.Pointer(&addr)) }

func writeUint32(addr uintptr, value uint32) { *at[uint32](addr) = value }

func writeUint64(addr uintptr, value uint64) { *at[uint64](addr) = value }

// words views an array of handles, pointers or sizes.
func words(addr uintptr, count uint64) []uintptr {
	if addr == 0 || count == 0 {
		return nil
	}
	return unsafe.Slice(at[uintptr](addr), count)
}

// properties copies a list of name and value pairs that ends with a zero name, without that zero. It is nil for NULL.
func properties[T ~uint64 | ~uintptr](addr uintptr) []T {
	if addr == 0 {
		return nil
	}
	list := []T{}
	for *at[T](addr) != 0 {
		list = append(list, *at[T](addr), *at[T](addr + 8))
		addr += 16
	}
	return list
}

// listedProperties is properties where some values are lists (clapi.HasListValue). It ends with a name that is there
// twice: what follows may be no list.
func listedProperties(addr uintptr) []uint64 {
	if addr == 0 {
		return nil
	}
	list := []uint64{}
	copied := func() uint64 {
		list = append(list, *at[uint64](addr))
		addr += 8
		return list[len(list)-1]
	}
	seen := map[uint64]bool{}
	for *at[uint64](addr) != 0 && !seen[*at[uint64](addr)] {
		name := copied()
		seen[name] = true
		for copied() != 0 && clapi.HasListValue(name) {
		}
	}
	if name := *at[uint64](addr); name != 0 {
		list = append(list, name, 0) // the second, without its value
	}
	return list
}

// text copies a C string. It is empty for NULL.
func text(addr uintptr) string {
	if addr == 0 {
		return ""
	}
	return string(hostmem.Bytes(addr, textLength(addr)))
}

// textsUntilNull copies those of an array of C strings, ended by NULL, that begin with a prefix.
func textsUntilNull(array uintptr, prefix string) []string {
	var list []string
	for ; array != 0 && *at[uintptr](array) != 0; array += 8 {
		if entry := *at[uintptr](array); beginsWith(entry, prefix) {
			list = append(list, text(entry))
		}
	}
	return list
}

// beginsWith reports whether a C string begins with a prefix. It reads no more of the string than necessary.
func beginsWith(addr uintptr, prefix string) bool {
	for i := range len(prefix) {
		if *at[byte](addr + uintptr(i)) != prefix[i] {
			return false
		}
	}
	return true
}

// textLength is strlen. It never reads beyond the page that holds the terminating zero.
func textLength(addr uintptr) uint64 {
	const page = 4096
	length := uint64(0)
	for {
		rest := page - uint64(addr+uintptr(length))%page
		if zero := bytes.IndexByte(hostmem.Bytes(addr+uintptr(length), rest), 0); zero >= 0 {
			return length + uint64(zero)
		}
		length += rest
	}
}

// texts copies an array of C strings with optional lengths (NULL array or zero entry: the string ends with a zero
// byte). A NULL string becomes a nil slice.
func texts(strings, lengths uintptr, count uint32) [][]byte {
	if strings == 0 {
		return nil
	}
	list := make([][]byte, 0, min(count, usualCount))
	sizes := words(lengths, uint64(count))
	for i, addr := range words(strings, uint64(count)) {
		var size uint64
		if sizes != nil {
			size = uint64(sizes[i])
		}
		list = append(list, textOf(addr, size))
	}
	return list
}

// textOf copies a string; a size of 0 means that it ends with a zero byte. It is nil for NULL.
func textOf(addr uintptr, size uint64) []byte {
	if addr == 0 {
		return nil
	}
	if size == 0 {
		size = textLength(addr)
	}
	return copyBytes(addr, size)
}

// copyBytes copies memory in pieces: an invalid size fails where the application's memory ends, instead of ending the
// process because there is not that much memory.
func copyBytes(addr uintptr, size uint64) []byte {
	const piece = 1 << 20
	copied := make([]byte, 0, min(size, piece))
	for done := uint64(0); done < size; done = uint64(len(copied)) {
		copied = append(copied, hostmem.Bytes(addr+uintptr(done), min(size-done, piece))...)
	}
	return copied
}

// copyWords copies an array of pointers; nil for NULL.
func copyWords(addr uintptr, count uint64) []uintptr {
	if addr == 0 {
		return nil
	}
	copied := make([]uintptr, 0, min(count, usualCount))
	for i := range count { // an invalid count fails where the application's memory ends
		copied = append(copied, *at[uintptr](addr + uintptr(i)*8))
	}
	return copied
}

// sizes views an array of size_t; nil for NULL.
func sizes(addr uintptr, count uint64) []uint64 {
	if addr == 0 {
		return nil
	}
	return unsafe.Slice(at[uint64](addr), count)
}
