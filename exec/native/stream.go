package native

import "heddle/exec/launch"

// Streaming: which launches write around the caches. Their code has stores that may do so (package vectorize/access,
// stream.go), and they pass more memory through the caches than these hold: the lines that they write would be evicted
// before they are read again. Such stores save the reading of the lines before they are written.

// StreamedItems is the number of work-items from which on every store instruction writes at least 64 MB.
const StreamedItems = 1 << 24

// cacheShare is the divisor for the part of the largest cache that a launch must write at least.
const cacheShare = 4

// cacheLine is the size of cache lines in bytes.
const cacheLine = 64

// streams reports whether a launch writes around the caches, given the bytes that each work-item writes by stores that
// may do so. It does if it has very many work-items, or if it writes a good part of the largest cache and its memory is
// larger than that cache.
func (s *Settings) streams(l *launch.Launch, written uint64) bool {
	items := l.Items()
	if items >= StreamedItems {
		return true
	}
	return s.CacheBytes > 0 && cacheShare*written*items >= s.CacheBytes && launch.TotalBytes(l.Memory) > s.CacheBytes
}

// streamBits are the bits of an address that must be zero for stores that go around the caches.
func (s *Settings) streamBits(l *launch.Launch, written uint64) uint64 {
	if s.streams(l, written) {
		return cacheLine - 1
	}
	return ^uint64(0)
}
