package hostcpu

// cpuid executes CPUID. The answer to a leaf above the highest, which leaf 0 tells, has no meaning.
func cpuid(number, sub uint32) (a, b, c, d uint32)

func ask(number, sub uint32) leaf {
	var l leaf
	l.a, l.b, l.c, l.d = cpuid(number, sub)
	return l
}
