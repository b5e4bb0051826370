package launch

import (
	"fmt"

	"heddle/compiler/ir"
)

// Fault is the error of a launch one of whose work-items did something forbidden.
type Fault struct {
	Kernel   string
	GlobalID [3]uint64 // the work-item
	Others   int       // number of other work-items that may have done it instead
	Address  uintptr   // the bad address, 0 if it was something else
	Reason   string    // in words: "write to an address that is not mapped", "private memory exhausted" ...
	ir.SourceLine
}

func (f *Fault) Error() string {
	others := ""
	if f.Others > 0 {
		others = fmt.Sprintf(" or one of %d beside it", f.Others)
	}
	return fmt.Sprintf("kernel %s, work-item (%d, %d, %d)%s, %v: %s (address %#x)",
		f.Kernel, f.GlobalID[0], f.GlobalID[1], f.GlobalID[2], others, f.SourceLine, f.Reason, f.Address)
}

// Deadlock is the error of a launch the sub-groups of one of whose work-groups wait for each other.
type Deadlock struct {
	Kernel        string
	Group         [3]uint64
	Waiting       int // sub-groups that wait at named barriers
	AtBarrier     int // those that wait at a barrier of the group
	ir.SourceLine     // of a named barrier that one waits at
}

func (d *Deadlock) Error() string {
	line := ""
	if d.Line > 0 {
		line = ", " + d.SourceLine.String()
	}
	return fmt.Sprintf("kernel %s, work-group (%d, %d, %d): sub-groups wait at a named barrier that no other will "+
		"reach%s (%d wait at named barriers, %d at a barrier of the group)",
		d.Kernel, d.Group[0], d.Group[1], d.Group[2], line, d.Waiting, d.AtBarrier)
}

// NullBytes is the size of the memory at address 0 that counts as null: a member of a null pointer's structure lies in
// it.
const NullBytes = 4096

// Unmapped is the reason of a fault at an address that is not mapped. The access is "read from", "write to" and the
// like.
func Unmapped(access string, address uintptr) string {
	if address == ir.UnreachableAddress {
		return "reached code that is declared to be unreachable (OpUnreachable)"
	}
	if address < NullBytes {
		return access + " a null pointer"
	}
	return access + " an address that is not mapped"
}
