package interp

import (
	"unsafe"

	"heddle/cbridge/hostmem"
	"heddle/compiler/lane"
)

// registers is the memory of a frame's registers: the uniform ones, then those of 32, then those of 64 bits per lane.
// Offsets are in bytes; they come from prepare, which lays registers out within the memory.
type registers struct {
	base   unsafe.Pointer
	memory []uint64
}

func newRegisters(words int) registers {
	memory := make([]uint64, words)
	return registers{unsafe.Pointer(unsafe.SliceData(memory)), memory}
}

func (r *registers) u64(at uint32) *uint64         { return (*uint64)(unsafe.Add(r.base, at)) }
func (r *registers) u32(at uint32) *uint32         { return (*uint32)(unsafe.Add(r.base, at)) }
func (r *registers) fp32(at uint32) *float32       { return (*float32)(unsafe.Add(r.base, at)) }
func (r *registers) fp64(at uint32) *float64       { return (*float64)(unsafe.Add(r.base, at)) }
func (r *registers) w32(at uint32) *[width]uint32  { return (*[width]uint32)(unsafe.Add(r.base, at)) }
func (r *registers) w64(at uint32) *[width]uint64  { return (*[width]uint64)(unsafe.Add(r.base, at)) }
func (r *registers) f32(at uint32) *[width]float32 { return (*[width]float32)(unsafe.Add(r.base, at)) }
func (r *registers) f64(at uint32) *[width]float64 { return (*[width]float64)(unsafe.Add(r.base, at)) }

// get is a register's value in one lane, whatever its class.
func (r *registers) get(class uint8, at uint32, k int) uint64 {
	switch lane.Class(class) {
	case lane.Uniform:
		return *r.u64(at)
	case lane.Lane32:
		return uint64(r.w32(at)[k])
	}
	return r.w64(at)[k]
}

// set writes a register in one lane.
func (r *registers) set(class uint8, at uint32, k int, value uint64) {
	switch lane.Class(class) {
	case lane.Uniform:
		*r.u64(at) = value
	case lane.Lane32:
		r.w32(at)[k] = uint32(value)
	case lane.Lane64:
		r.w64(at)[k] = value
	}
}

// bytesAt views memory of the kernel. A wrong address faults when it is used.
func bytesAt(address, n uint64) []byte { return unsafe.Slice(hostmem.At[byte](address), n) }
