package code

import "heddle/compiler/amd64/abi"

// Machine is the package as one value: it implements exec.Machine. The zero value is ready for use.
type Machine struct{ memory Memory }

// Load copies code to executable memory. free frees it; it must be called once the code is not executed any more.
func (m *Machine) Load(code []byte) (entry uintptr, free func(), err error) {
	block, err := m.memory.Load(code)
	if err != nil {
		return 0, nil, err
	}
	return block.Entry(), block.Free, nil
}

// Run is the function Run.
func (m *Machine) Run(loop *abi.GroupLoop) uint32 { return Run(loop) }
