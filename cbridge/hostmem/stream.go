package hostmem

// Copies of many rows that are together larger than the caches. An ordinary store reads the line of the target from
// memory first, so that a copy moves three bytes over the bus for two. The runtime's copy avoids that, but just for
// copies of a MiB and more: too early for a buffer that fits the last-level cache, and never for the rows of a
// rectangle, which are shorter. Here it is the caller who says how much there is in all.
//
// The ends of rows are parts of lines, which ordinary stores write. Stores become visible in order, so those around the
// caches would wait for the lines of these; they are asked for some rows before.

const (
	lineBytes = 64

	// StreamBytes is how much a copy or a fill must write in all for stores around the caches to be faster. What is
	// less stays in the last-level cache, from which a kernel that comes next reads it.
	StreamBytes = 16 << 20

	// runtimeStreams is the length from which on the runtime's copy stores around the caches.
	runtimeStreams = 1 << 20

	// streamRowBytes is the length below which a row is mostly its ends.
	streamRowBytes = 6 * lineBytes

	// streamAhead is for how many bytes lines are asked for before they are written.
	streamAhead = 8 << 10
)

// Rows is where rows of bytes begin, and how far apart they are.
type Rows struct {
	Address uintptr
	Pitch   uint64
}

// CopyRows copies rows, in order. Rows that overlap are copied as copy does; they must not with stream, which is for
// transfers of StreamBytes and more. After the last one of these the caller calls StreamEnd.
func CopyRows(to, from Rows, rowBytes, count uint64, stream bool) {
	if stream && rowBytes >= streamRowBytes {
		streamRows(to, from, rowBytes, count)
		return
	}
	for range count {
		Copy(to.Address, from.Address, rowBytes)
		to.Address += uintptr(to.Pitch)
		from.Address += uintptr(from.Pitch)
	}
}

// Copy copies as copy does, around the caches if there are StreamBytes and more.
func Copy(to, from uintptr, bytes uint64) {
	target, source := Bytes(to, bytes), Bytes(from, bytes)
	overlap := to < from+uintptr(bytes) && from < to+uintptr(bytes)
	for bytes < StreamBytes && !overlap && len(target) >= runtimeStreams {
		done := copy(target[:runtimeStreams/2], source)
		target, source = target[done:], source[done:]
	}
	copy(target, source)
}

func streamRows(to, from Rows, rowBytes, count uint64) {
	ahead := uintptr((streamAhead/rowBytes + 1) * to.Pitch)
	for range count {
		streamRow(to.Address, from.Address, uintptr(rowBytes), ahead)
		to.Address += uintptr(to.Pitch)
		from.Address += uintptr(from.Pitch)
	}
}

// StreamEnd lets all threads that learn of the transfer's end see what was written.
func StreamEnd() { fence() }
