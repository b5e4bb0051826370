package interp

// ticks is the processor's clock, the one that machine code reads.
func ticks() uint64
