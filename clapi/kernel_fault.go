package clapi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"heddle/compiler"
	"heddle/exec"
)

// maxDistance is how far from an argument's memory an address may be to be told as a distance from it: farther ones are
// no indices that went wrong by little.
const maxDistance = 1 << 32

// explain is the report of a launch that failed. For a fault it adds what only the API knows: the work-item's place in
// its group, and which argument's memory the bad address is near.
func (c *kernelCommand) explain(err error) string {
	var fault *exec.Fault
	if !errors.As(err, &fault) || c.kernel == nil {
		return err.Error()
	}
	l := &c.launch
	var group, local [3]uint64
	for i := range group {
		at := fault.GlobalID[i] - l.Offset[i]
		group[i], local[i] = at/max(l.Group[i], 1), at%max(l.Group[i], 1)
	}
	text := fmt.Sprintf("%v; work-group (%d, %d, %d), local id (%d, %d, %d)", err, group[0], group[1], group[2],
		local[0], local[1], local[2])
	if place := c.nearest(uint64(fault.Address)); fault.Address != 0 && place != "" {
		text += "; " + place
	}
	if nulls := c.nullArguments(); fault.Address < exec.NullBytes && nulls != "" {
		text += "; null pointers are " + nulls
	}
	return text
}

// nearest says in words where an address lies beside the memory of the argument that is nearest to it; nothing if it is
// near none.
func (c *kernelCommand) nearest(address uint64) string {
	best, text := uint64(maxDistance), ""
	for i := range c.kernel.code.Args {
		start, size := c.argumentMemory(i)
		if start == 0 {
			continue
		}
		distance, where := distanceTo(address, start, size)
		if distance < best {
			best = distance
			arg := &c.kernel.code.Args[i]
			text = fmt.Sprintf("%s argument %d, `%s`, which has %d bytes", where, i, arg.Name, size)
		}
	}
	return text
}

// distanceTo is how far an address is from a block, and that in words.
func distanceTo(address, start, size uint64) (distance uint64, where string) {
	switch {
	case address < start:
		return start - address, fmt.Sprintf("%d bytes before the beginning of", start-address)
	case address >= start+size:
		return address - start - size, fmt.Sprintf("%d bytes past the end of", address-start-size)
	}
	return 0, fmt.Sprintf("at byte %d of", address-start)
}

// argumentMemory is the memory object or allocation to which an argument points; 0 for other arguments and null
// pointers.
func (c *kernelCommand) argumentMemory(index int) (start, size uint64) {
	arg := &c.kernel.code.Args[index]
	pointer := c.pointer(arg)
	if pointer == 0 {
		return 0, 0
	}
	for _, m := range c.args.memory {
		if offset := pointer - uint64(m.Address); offset < max(m.SizeBytes, 1) {
			return uint64(m.Address), m.SizeBytes
		}
	}
	return 0, 0
}

// pointer is an argument's address, 0 if it is no pointer.
func (c *kernelCommand) pointer(arg *compiler.Arg) uint64 {
	if arg.Kind != compiler.ArgBuffer || uint64(len(c.launch.Args)) < arg.OffsetBytes+8 {
		return 0
	}
	return binary.NativeEndian.Uint64(c.launch.Args[arg.OffsetBytes:])
}

// nullArguments lists the pointers among the arguments that are null.
func (c *kernelCommand) nullArguments() string {
	var names []string
	for i := range c.kernel.code.Args {
		if arg := &c.kernel.code.Args[i]; arg.Kind == compiler.ArgBuffer && c.pointer(arg) == 0 {
			names = append(names, fmt.Sprintf("argument %d, `%s`", i, arg.Name))
		}
	}
	return strings.Join(names, " and ")
}
