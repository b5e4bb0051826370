package image

import (
	"encoding/binary"
	"unsafe"
)

// memory are bytes of an image. Addresses come from descriptors, whose makers answer for them: the memory is the
// application's or from outside of Go's heap, and stays as long as a kernel runs.
func memory(address uintptr, bytes int) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), bytes)
}

// levelOf is the descriptor of a mip level: they lie one after the other.
func levelOf(d *Descriptor, level int32) *Descriptor {
	return (*Descriptor)(unsafe.Add(unsafe.Pointer(d), int(level)*DescriptorBytes))
}

// SRGBDecodedAddress is where the table of 256 floats lies by which bytes of sRGB images are read. It does not move.
func SRGBDecodedAddress() uintptr { return uintptr(unsafe.Pointer(sRGBDecoded())) }

// SRGBEncodedAddress is the address of the table by which sRGB is written.
func SRGBEncodedAddress() uintptr { return uintptr(unsafe.Pointer(sRGBEncoded())) }

// element are the bits of an element, little-endian, of up to 16 bytes. Those of 3, 6 and 12 bytes have three channels.
type element struct {
	low, high uint64
}

// loadElement reads an element, and nothing beside it.
func loadElement(address uintptr, bytes int) (e element) {
	m := memory(address, bytes)
	switch bytes {
	case 1:
		e.low = uint64(m[0])
	case 2:
		e.low = uint64(binary.LittleEndian.Uint16(m))
	case 3:
		e.low = uint64(binary.LittleEndian.Uint16(m)) | uint64(m[2])<<16
	case 4:
		e.low = uint64(binary.LittleEndian.Uint32(m))
	case 6:
		e.low = uint64(binary.LittleEndian.Uint32(m)) | uint64(binary.LittleEndian.Uint16(m[4:]))<<32
	case 8:
		e.low = binary.LittleEndian.Uint64(m)
	case 12:
		e.low, e.high = binary.LittleEndian.Uint64(m), uint64(binary.LittleEndian.Uint32(m[8:]))
	case 16:
		e.low, e.high = binary.LittleEndian.Uint64(m), binary.LittleEndian.Uint64(m[8:])
	}
	return e
}

// storeElement writes an element, and nothing beside it.
func storeElement(address uintptr, bytes int, e element) {
	e.put(memory(address, bytes))
}

// put writes the element into memory of its size.
func (e element) put(m []byte) {
	switch len(m) {
	case 1:
		m[0] = byte(e.low)
	case 2:
		binary.LittleEndian.PutUint16(m, uint16(e.low))
	case 3:
		binary.LittleEndian.PutUint16(m, uint16(e.low))
		m[2] = byte(e.low >> 16)
	case 4:
		binary.LittleEndian.PutUint32(m, uint32(e.low))
	case 6:
		binary.LittleEndian.PutUint32(m, uint32(e.low))
		binary.LittleEndian.PutUint16(m[4:], uint16(e.low>>32))
	case 8:
		binary.LittleEndian.PutUint64(m, e.low)
	case 12:
		binary.LittleEndian.PutUint64(m, e.low)
		binary.LittleEndian.PutUint32(m[8:], uint32(e.high))
	case 16:
		binary.LittleEndian.PutUint64(m, e.low)
		binary.LittleEndian.PutUint64(m[8:], e.high)
	}
}

// loadPacked reads an element of a row whose blocks of n elements are n bytes with the upper eight bits of each, and
// then their lower bits together, those of the first element lowest (RAW10 and RAW12).
func loadPacked(row uintptr, info *Info, x uintptr) element {
	count := uintptr(info.BlockElements)
	block := memory(row+x/count*uintptr(info.BlockBytes), info.BlockBytes)
	low := uint8(8 / count)
	index := x % count
	rest := block[count] >> (low * uint8(index)) & (1<<low - 1)
	return element{low: uint64(block[index])<<low | uint64(rest)}
}
