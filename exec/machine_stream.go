package exec

// Which launches write around the caches (compiler/amd64/stream.go): those that pass so much through them that what they
// write will be gone before anybody reads it. Then the lines that are written need not be read first.

// streamedItems are so many work-items that each store of theirs writes 64 MB at least.
const streamedItems = 1 << 24

// cacheShare is the part of the largest cache that a launch must fill with what it writes.
const cacheShare = 4

// cacheLine is the size of cache lines in bytes.
const cacheLine = 64

// streams says whether a launch writes around the caches, whose work-items write so many bytes each by stores that may: they are
// very many, or fill a good part of the largest cache, and the launch has more memory than that cache.
func (e *Engine) streams(l *Launch, written uint64) bool {
	items := l.items()
	if items >= streamedItems {
		return true
	}
	return e.CacheBytes > 0 && cacheShare*written*items >= e.CacheBytes && totalBytes(l.Memory) > e.CacheBytes
}

// streamBits are the bits of an address that must be zero for stores that go around the caches.
func (e *Engine) streamBits(l *Launch, written uint64) uint64 {
	if e.streams(l, written) {
		return cacheLine - 1
	}
	return ^uint64(0)
}
