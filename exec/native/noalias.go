package native

import (
	"encoding/binary"

	"heddle/exec/launch"
)

// Launches whose arguments point to memory that does not overlap may run the no-alias version of the kernel
// (object.Kernel.NoAlias).

// NoAlias is the launch of the no-alias version of the kernel, if there is one and it is right for the launch.
func NoAlias(l *launch.Launch) (found launch.Launch, ok bool) {
	kernel, pairs := l.Machine.NoAlias()
	if kernel == nil {
		return found, false
	}
	for _, p := range pairs {
		a, isKnownA := memoryOf(l, p.Written)
		b, isKnownB := memoryOf(l, p.Other)
		if !isKnownA || !isKnownB || a.Overlaps(b) {
			return found, false
		}
	}
	found = *l
	found.Machine = kernel
	return found, true
}

// memoryOf is the memory into which the pointer at an offset of the arguments points: the largest, if another argument
// is a part of it.
func memoryOf(l *launch.Launch, offset uint32) (found launch.Memory, ok bool) {
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
