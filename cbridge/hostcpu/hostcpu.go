// Package hostcpu asks the processor what it is. Each answer is found when it is first wanted, and nothing is asked
// when the program starts: in a virtual machine each CPUID instruction leaves the guest and takes microseconds.
//
// What instructions it has is asked by cbridge/code, which runs them. On other architectures than amd64 the answers are
// empty.
package hostcpu

import (
	"strings"
	"sync"
)

// leaf is what CPUID answers.
type leaf struct{ a, b, c, d uint32 }

const extended = 0x80000000 // leaves of AMD's range, which all makers answer

// first is leaf 0: the highest leaf and the maker.
var first = sync.OnceValue(func() leaf { return ask(0, 0) })

// Vendor is the maker's name as the processor says it, such as "GenuineIntel"; empty when it is not known.
var Vendor = sync.OnceValue(func() string {
	maker := first()
	return string(words(maker.b, maker.d, maker.c))
})

// Name is the model's name for people, without surplus spaces; empty when it is not known.
var Name = sync.OnceValue(func() string {
	if ask(extended, 0).a < extended+4 {
		return ""
	}
	var name []byte
	for number := uint32(extended + 2); number <= extended+4; number++ {
		part := ask(number, 0)
		name = append(name, words(part.a, part.b, part.c, part.d)...)
	}
	return CleanName(string(name))
})

// CleanName drops the blanks that makers fill names up with.
func CleanName(name string) string {
	name, _, _ = strings.Cut(name, "\x00")
	return strings.Join(strings.Fields(name), " ")
}

// words are registers as the text they hold.
func words(registers ...uint32) []byte {
	text := make([]byte, 0, 16)
	for _, r := range registers {
		text = append(text, byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
	}
	return text
}

// Cache is the size of the largest data cache, and of the lines of the first; zeros when they are not known.
type Cache struct{ Bytes, LineBytes int }

// LargestCache reads the list of caches.
var LargestCache = sync.OnceValue(func() Cache {
	switch {
	case Vendor() == "AuthenticAMD" || Vendor() == "HygonGenuine":
		return listedCaches(func(i uint32) leaf { return ask(extended+0x1d, i) })
	case first().a >= 4:
		return listedCaches(func(i uint32) leaf { return ask(4, i) })
	}
	return Cache{}
})

// listedCaches walks a list whose entries have the form of leaf 4: type and level in a; ways, partitions and line size,
// each less one, in b; sets less one in c.
func listedCaches(entry func(uint32) leaf) Cache {
	const most, instructions = 16, 2
	var found Cache
	for i := range uint32(most) {
		e := entry(i)
		kind := e.a & 31
		if kind == 0 {
			break
		}
		if kind == instructions {
			continue
		}
		line, partitions, ways := int(e.b&0xfff)+1, int(e.b>>12&0x3ff)+1, int(e.b>>22)+1
		if found.LineBytes == 0 {
			found.LineBytes = line
		}
		found.Bytes = max(found.Bytes, line*partitions*ways*(int(e.c)+1))
	}
	return found
}
