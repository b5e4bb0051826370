package native

import (
	"heddle/compiler/amd64/object"
	"heddle/exec/launch"
)

// Dimension interchange: a launch may run a kernel (object.Kernel.Interchanged) that expects dimension 0 and another to
// be interchanged in all sizes. All code that runs machine code sees only the interchanged launch. What the user sees
// of it, the work-item of a fault, is interchanged back.

// interchange is the launch with dimension 0 and another interchanged.
func interchange(l *launch.Launch, dimension int) launch.Launch {
	t := *l
	for _, size := range []*[3]uint64{&t.Offset, &t.Global, &t.Group} {
		*size = interchangedSize(*size, dimension)
	}
	return t
}

// interchangedSize interchanges dimension 0 and another.
func interchangedSize(size [3]uint64, dimension int) [3]uint64 {
	size[0], size[dimension] = size[dimension], size[0]
	return size
}

// InterchangeFor is the kernel with interchanged dimensions for a launch, and the dimension that is interchanged with
// dimension 0. It is 0 if the kernel is to run as it is: rows along the other dimension must fill vectors, or be as
// long as those along the first.
func InterchangeFor(l *launch.Launch, lanes uint64) (object.Kernel, int) {
	kernel, dimension := l.Machine.Interchanged()
	if kernel == nil {
		return nil, 0
	}
	size := &l.Global
	if l.Machine.SeesGroups() {
		size = &l.Group
	}
	if size[dimension] < min(size[0], lanes) {
		return nil, 0
	}
	return kernel, dimension
}
