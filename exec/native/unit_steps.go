package native

import (
	"encoding/binary"

	"heddle/compiler/amd64/object"
	"heddle/exec/launch"
)

// Launches in which arguments that say how far apart lanes access memory are 1 run a copy of the kernel that knows it
// (object.UnitSteps).

// unitCopy is the copy of the kernel for a launch; nil if none of its arguments is 1, or if there are too many copies.
func unitCopy(l *launch.Launch) object.Copy {
	steps := l.Machine.UnitSteps()
	if steps == nil {
		return nil
	}
	ones := uint8(0)
	for i, at := range steps.Arguments() {
		if argument(l, at) == 1 {
			ones |= 1 << i
		}
	}
	if ones == 0 {
		return nil
	}
	return steps.Copy(ones)
}

// argument is the value of an integer argument.
func argument(l *launch.Launch, at object.Argument) uint64 {
	var word [8]byte
	if end := uint64(at.Offset) + uint64(at.Bytes); end <= uint64(len(l.Args)) {
		copy(word[:], l.Args[at.Offset:end])
	}
	return binary.LittleEndian.Uint64(word[:])
}
