package exec

import "encoding/binary"

// Launches in which what the arguments point to does not overlap may run a separated kernel (object.Kernel.Separated).

// separated is the launch of the separated kernel, if there is one and it is right for the launch.
func (l *Launch) separated() (s Launch, ok bool) {
	kernel, pairs := l.Machine.Separated()
	if kernel == nil {
		return s, false
	}
	for _, p := range pairs {
		a, isKnownA := l.memoryOf(p.Written)
		b, isKnownB := l.memoryOf(p.Other)
		if !isKnownA || !isKnownB || a.overlaps(b) {
			return s, false
		}
	}
	s = *l
	s.Machine = kernel
	return s, true
}

// memoryOf is the memory into which the pointer at an offset of the arguments points: the largest, if a part of it is an
// argument too.
func (l *Launch) memoryOf(offset uint32) (found Memory, ok bool) {
	if uint64(offset)+8 > uint64(len(l.Args)) {
		return found, false
	}
	address := uintptr(binary.LittleEndian.Uint64(l.Args[offset:]))
	for _, m := range l.Memory {
		if address-m.Address < uintptr(m.SizeBytes) && m.SizeBytes > found.SizeBytes {
			found, ok = m, true
		}
	}
	return found, ok
}

func (m Memory) overlaps(n Memory) bool {
	return m.Address-n.Address < uintptr(n.SizeBytes) || n.Address-m.Address < uintptr(m.SizeBytes)
}
