package code

/*
#cgo CFLAGS: -O2 -Wall -Werror
#include "fault.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"

	"heddle/cbridge/scarce"
	"heddle/compiler/ceil"
)

// region is a stretch of memory for code. Usually it is mapped twice, once to execute and once to write, so that many
// small blocks share it and some can be written while others run. Where the system refuses that, a region is made for
// each block: written first, then made executable.
type region struct {
	code  uintptr // where it is executable
	alias uintptr // where it is writable; 0: nowhere, or before the first write, at code
	bytes int
	free  []span // by rising start, never adjacent
}

// span is a stretch of a region, in lines.
type span struct{ start, lines int }

// regionBytes is the size of a region except for larger blocks. Untouched pages cost nothing.
const regionBytes = 1 << 20

const pageBytes = 4096

// newRegion makes a region with space for a block of the given bytes.
func newRegion(bytes int) (*region, error) {
	r, err := newDoubleRegion(max(regionBytes, ceil.Multiple(bytes, pageBytes)))
	if err != nil {
		r, err = newSingleRegion(ceil.Multiple(bytes, pageBytes))
	}
	if err != nil {
		return nil, fmt.Errorf("no memory for machine code: %w", err)
	}
	if scarce.Refuses("a place in the list of machine code") ||
		C.heddle_code_add(C.uintptr_t(r.code), C.uintptr_t(r.code+uintptr(r.bytes))) == 0 {
		r.unmap()
		return nil, errors.New("no memory for machine code: too many regions")
	}
	r.free = []span{{0, r.bytes / lineBytes}}
	return r, nil
}

func newDoubleRegion(bytes int) (*region, error) {
	alias, err := shareInFile(bytes)
	if err != nil {
		alias, err = mapWritable(bytes, unix.MAP_SHARED)
	}
	if err != nil {
		return nil, err
	}
	code, err := mapAgain(alias, bytes)
	if err != nil {
		unmap(uintptr(alias), bytes)
		return nil, err
	}
	return &region{code: uintptr(code), alias: uintptr(alias), bytes: bytes}, nil
}

// mapWritable maps memory of no file.
func mapWritable(bytes, kind int) (unsafe.Pointer, error) {
	if err := scarce.Check("pages for machine code"); err != nil {
		return nil, err
	}
	return unix.MmapPtr(-1, 0, nil, uintptr(bytes), unix.PROT_READ|unix.PROT_WRITE, kind|unix.MAP_ANONYMOUS)
}

// protect is mprotect of pages for machine code.
func protect(memory []byte, access int) error {
	if err := scarce.Check("access to pages for machine code"); err != nil {
		return err
	}
	return unix.Mprotect(memory, access)
}

// shareInFile maps a file in memory, which profilers show by its name.
func shareInFile(bytes int) (unsafe.Pointer, error) {
	if err := scarce.Check("a file for machine code"); err != nil {
		return nil, err
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err == nil && limit.Cur < uint64(bytes) {
		return nil, unix.EFBIG // to try would send SIGXFSZ, which ends the process
	}
	file, err := unix.MemfdCreate("heddle-code", unix.MFD_CLOEXEC|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // before Linux 6.3
		file, err = unix.MemfdCreate("heddle-code", unix.MFD_CLOEXEC)
	}
	if err != nil {
		return nil, err
	}
	defer unix.Close(file)
	if err := unix.Ftruncate(file, int64(bytes)); err != nil {
		return nil, err
	}
	return unix.MmapPtr(file, 0, nil, uintptr(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

// mapAgain maps shared memory a second time, to execute it: a mapping of no bytes that grows leaves the old one in
// place.
func mapAgain(memory unsafe.Pointer, bytes int) (unsafe.Pointer, error) {
	if err := scarce.Check("a second mapping of machine code"); err != nil {
		return nil, err
	}
	again, err := unix.MremapPtr(memory, 0, nil, uintptr(bytes), unix.MREMAP_MAYMOVE)
	if err != nil {
		return nil, err
	}
	if err := protect(bytesAt(uintptr(again), bytes), unix.PROT_READ|unix.PROT_EXEC); err != nil {
		unmap(uintptr(again), bytes)
		return nil, err
	}
	return again, nil
}

func newSingleRegion(bytes int) (*region, error) {
	code, err := mapWritable(bytes, unix.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	return &region{code: uintptr(code), bytes: bytes}, nil
}

// take allocates space for a block.
func (r *region) take(lines int) (span, bool) {
	for i := range r.free {
		s := &r.free[i]
		if s.lines < lines {
			continue
		}
		taken := span{s.start, lines}
		s.start += lines
		s.lines -= lines
		if s.lines == 0 || r.alias == 0 { // a region that can be written only once holds one block
			r.free = slices.Delete(r.free, i, i+1)
		}
		return taken, true
	}
	return span{}, false
}

// give frees a block and joins it with the free stretches beside it.
func (r *region) give(s span) {
	if r.alias == 0 {
		s.lines = r.bytes / lineBytes
	}
	i, _ := slices.BinarySearchFunc(r.free, s.start, func(f span, start int) int { return f.start - start })
	r.free = slices.Insert(r.free, i, s)
	if i+1 < len(r.free) && s.start+s.lines == r.free[i+1].start {
		r.free[i].lines += r.free[i+1].lines
		r.free = slices.Delete(r.free, i+1, i+2)
	}
	if i > 0 && r.free[i-1].start+r.free[i-1].lines == r.free[i].start {
		r.free[i-1].lines += r.free[i].lines
		r.free = slices.Delete(r.free, i, i+1)
	}
}

func (r *region) isEmpty() bool { return len(r.free) == 1 && r.free[0].lines == r.bytes/lineBytes }

// write fills a block that is not executed yet.
func (r *region) write(at span, code []byte) error {
	if r.alias != 0 {
		copy(bytesAt(r.alias+uintptr(at.start)*lineBytes, len(code)), code)
		return nil
	}
	whole := bytesAt(r.code, r.bytes)
	if err := protect(whole, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return fmt.Errorf("no memory for machine code: %w", err)
	}
	copy(whole, code)
	if err := protect(whole, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return fmt.Errorf("the system forbids machine code: %w", err)
	}
	return nil
}

func (r *region) unmap() {
	C.heddle_code_remove(C.uintptr_t(r.code))
	unmap(r.code, r.bytes)
	if r.alias != 0 {
		unmap(r.alias, r.bytes)
	}
}

func unmap(address uintptr, bytes int) {
	if err := unix.MunmapPtr(pointer(address), uintptr(bytes)); err != nil {
		panic("BUG: munmap: " + err.Error())
	}
}

func bytesAt(address uintptr, n int) []byte { return unsafe.Slice((*byte)(pointer(address)), n) }

// pointer turns the address of memory outside the Go heap into a pointer, without the arithmetic on pointers that vet
// warns of.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
