// Package hostcpu asks the processor what it is. Each answer is found when it is first wanted, and nothing is asked
// when the program starts: in a virtual machine each CPUID instruction leaves the guest and takes microseconds.
//
// Features are judged by their bits, never by the processor's model. On other architectures than amd64 the answers are
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

// Bits of leaf 1 (c), of leaf 7 (b) and of the register that says which state the system saves.
const (
	osxsave, avx                                       = 1 << 27, 1 << 28
	avx2, avx512f, avx512dq, avx512bw, avx512vl        = 1 << 5, 1 << 16, 1 << 17, 1 << 30, 1 << 31
	avx512                                      uint32 = avx512f | avx512dq | avx512bw | avx512vl
	ymmState, zmmState                                 = 0x6, 0xe6
)

// VectorBytes is the width of the SIMD registers that the processor has and the system saves: 64 for AVX-512 with the
// F, DQ, BW and VL parts, 32 for AVX2, else 16.
var VectorBytes = sync.OnceValue(func() int {
	if first().a < 7 || ask(1, 0).c&(osxsave|avx) != osxsave|avx {
		return 16
	}
	features, state := ask(7, 0).b, savedState()
	switch {
	case features&avx512 == avx512 && state&zmmState == zmmState:
		return 64
	case features&avx2 != 0 && state&ymmState == ymmState:
		return 32
	}
	return 16
})

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
