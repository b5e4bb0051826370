package exec

// Which launches write around the caches (compiler/amd64/stream.go): those that pass so much through them that what they
// write will be gone before anybody reads it. Then the lines that are written need not be read first.

// streamedItems are so many work-items that each store of theirs writes 64 MB at least.
const streamedItems = 1 << 24

// streamedBytes is what a work-item reads and writes at least, if it loads and stores.
const streamedBytes = 8

// cacheLine is the size of cache lines in bytes.
const cacheLine = 64

// streams says whether a launch writes around the caches: its work-items are very many, or so many that they go through at
// least half of what the largest cache holds, and the launch has more memory than that cache.
func (e *Engine) streams(l *Launch) bool {
	items := l.items()
	if items >= streamedItems {
		return true
	}
	return e.CacheBytes > 0 && 2*streamedBytes*items >= e.CacheBytes && totalBytes(l.Memory) > e.CacheBytes
}

// streamBits are the bits of an address that must be zero for stores that go around the caches.
func (e *Engine) streamBits(l *Launch) uint64 {
	if e.streams(l) {
		return cacheLine - 1
	}
	return ^uint64(0)
}
