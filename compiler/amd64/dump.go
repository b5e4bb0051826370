package amd64

import (
	"fmt"

	"heddle/compiler/ir"
)

// Dump is the code of one version before and after register allocation, as text.
func (k *Kernel) Dump(isa ISA, v Version) (selected, allocated string, code *Code, err error) {
	s, err := newSelector(k.module, splitEdges(k.function), isa, v)
	if err == nil {
		err = s.run()
	}
	if err != nil {
		return "", "", nil, err
	}
	selected = s.vec.fn.String()
	code, _, err = s.finishCode()
	return selected, s.vec.fn.String(), code, err
}

// IR is the kernel as the code generator gets it.
func (k *Kernel) IR() string { return ir.PrintFunc(splitEdges(k.function)) }

// Registers tells how the registers of a version sufficed.
func (k *Kernel) Registers(isa ISA, v Version) string {
	c := k.compiled(versionKey{isa, v})
	return fmt.Sprintf("%+v %v", c.registers, c.err)
}
