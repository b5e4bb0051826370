package launch

import (
	"fmt"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/ir"
)

// MaxPrivateBytes is the most private memory that a worker gives to a launch.
const MaxPrivateBytes = maxBlock

// maxBlock is the largest block that a worker asks of the system for a launch.
const maxBlock = 4 << 30

// keptBytes is the private or local memory that a worker keeps for the next launch.
const keptBytes = 16 << 20

// Block is memory outside the Go heap that grows on demand and is kept for the next launch. Its owner uses either Grow
// and Free or the guarded methods.
type Block struct {
	Address   uintptr // 0: there is none
	SizeBytes uint64
}

// Grow makes the block at least as large as needed. It does not keep the contents.
func (b *Block) Grow(need uint64) error {
	return b.replaceSmaller(need, hostmem.AllocOwn, func(addr uintptr, _ uint64) { hostmem.FreeOwn(addr) })
}

// growGuarded is Grow for memory that kernels index: an access outside the block is a fault and does no harm to the
// process.
func (b *Block) growGuarded(need uint64) error {
	return b.replaceSmaller(need, hostmem.AllocGuarded, hostmem.FreeGuarded)
}

func (b *Block) replaceSmaller(need uint64, alloc func(uint64) (uintptr, error), free func(uintptr, uint64)) error {
	if need <= b.SizeBytes {
		return nil
	}
	if need > maxBlock {
		return fmt.Errorf("%d bytes are more than a worker may have", need)
	}
	if b.Address != 0 {
		free(b.Address, b.SizeBytes)
		*b = Block{}
	}
	fresh, err := alloc(need)
	if err != nil {
		return err
	}
	*b = Block{fresh, need}
	return nil
}

// Free gives the block back that Grow made.
func (b *Block) Free() {
	hostmem.FreeOwn(b.Address)
	*b = Block{}
}

// freeGuarded gives the block back that growGuarded made.
func (b *Block) freeGuarded() {
	hostmem.FreeGuarded(b.Address, b.SizeBytes)
	*b = Block{}
}

// WorkerMemory is the memory of one worker that kernels see. The zero value is ready for use.
type WorkerMemory struct {
	Arguments  Block   // a copy of the launch's argument block
	LocalBlock Block   // guarded: local memory, with abi.LocalSlack on either side
	Local      uintptr // where local memory begins
	Private    Block   // guarded
	stop       uintptr // the stop word of the run
}

// Prepare finds memory for a launch, with the given amount of private memory, and copies the arguments.
func (m *WorkerMemory) Prepare(r *Run, privateBytes uint64) error {
	l := r.Launch
	m.stop = r.StopWord()
	if err := m.Arguments.Grow(uint64(len(l.Args))); err != nil {
		return fmt.Errorf("kernel %s: arguments: out of resources: %w", l.Name, err)
	}
	copy(hostmem.Bytes(m.Arguments.Address, m.Arguments.SizeBytes), l.Args)
	if err := m.growLocal(l.Local); err != nil {
		return fmt.Errorf("kernel %s: local memory of %d bytes: out of resources: %w", l.Name, l.Local, err)
	}
	if err := m.Private.growGuarded(privateBytes); err != nil {
		return fmt.Errorf("kernel %s: private memory of %d bytes per work-item: out of resources: %w",
			l.Name, r.PrivateStep, err)
	}
	return nil
}

// growLocal makes local memory at least as large as needed, with the slack around it that machine code wants.
func (m *WorkerMemory) growLocal(need uint64) error {
	if need == 0 {
		return nil
	}
	err := m.LocalBlock.growGuarded(need + 2*abi.LocalSlack)
	m.Local = m.LocalBlock.Address + abi.LocalSlack
	return err
}

// Bound is the begin or the end of a memory that only this worker uses, or the address of the stop word.
func (m *WorkerMemory) Bound(bound ir.MemoryBound) uint64 {
	switch bound {
	case ir.LocalEnd:
		return uint64(m.LocalBlock.Address) + m.LocalBlock.SizeBytes
	case ir.PrivateBegin:
		return uint64(m.Private.Address)
	case ir.StopWord:
		return uint64(m.stop)
	}
	return uint64(m.Private.Address) + m.Private.SizeBytes
}

// Shrink gives large blocks back.
func (m *WorkerMemory) Shrink() {
	if m.Private.SizeBytes > keptBytes {
		m.Private.freeGuarded()
	}
	if m.LocalBlock.SizeBytes > keptBytes {
		m.LocalBlock.freeGuarded()
		m.Local = 0
	}
}
