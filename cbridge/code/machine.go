package code

import "heddle/compiler/amd64/abi"

// Machine is the package behind one value: it implements exec.Machine. The zero value is ready for use.
type Machine struct{ memory Memory }

// Load copies code to where it can run. free gives the memory back; it must be called once nobody runs the code.
func (m *Machine) Load(code []byte) (entry uintptr, free func(), err error) {
	block, err := m.memory.Load(code)
	if err != nil {
		return 0, nil, err
	}
	return block.Entry(), block.Free, nil
}

// Run is the function Run.
func (m *Machine) Run(loop *abi.GroupLoop) uint32 { return Run(loop) }
