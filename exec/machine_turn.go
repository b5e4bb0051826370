package exec

import "heddle/compiler/amd64/object"

// Launches of turned kernels (object.Kernel.Turned) have dimension 0 and another exchanged in all sizes. Everything that
// runs machine code sees such a launch only; what is told of it, the work-item of a fault, is exchanged back.

// turned is the launch with dimension 0 and another exchanged.
func (l *Launch) turned(dimension int) Launch {
	t := *l
	for _, size := range []*[3]uint64{&t.Offset, &t.Global, &t.Group} {
		*size = turnedSize(*size, dimension)
	}
	return t
}

// turnedSize exchanges dimension 0 and another.
func turnedSize(size [3]uint64, dimension int) [3]uint64 {
	size[0], size[dimension] = size[dimension], size[0]
	return size
}

// turnFor is the turned kernel for a launch, and the dimension that is exchanged; 0 if the kernel had better run as it is:
// rows along the other dimension must fill vectors, or be as long as those along the first.
func turnFor(l *Launch, lanes uint64) (object.Kernel, int) {
	kernel, dimension := l.Machine.Turned()
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
