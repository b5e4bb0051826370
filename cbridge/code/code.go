// Package code holds machine code and runs it: memory that is executable and never writable at the same address, the
// loop over work-groups, the entry into machine code and, when it faults, the exit.
//
// The package knows the contract of compiler/amd64/abi and nothing of kernels, launches or devices.
//
// Reading order: code.go (loading), region.go (memory), run.go (running), then the C side: abi.h, enter.S, loop.c,
// fault.c.
package code

import (
	"fmt"
	"slices"
	"sync"

	"heddle/compiler/ceil"
)

// Memory holds blocks of code. The zero value is ready for use, from several goroutines at once.
type Memory struct {
	mu      sync.Mutex
	regions []*region // guarded by mu
}

// Block is loaded code.
type Block struct {
	memory *Memory
	region *region
	span   span
}

// lineBytes is the alignment of blocks: a cache line.
const lineBytes = 64

// Load copies code to executable memory. The block must be freed when the code is not executed any more.
func (m *Memory) Load(code []byte) (*Block, error) {
	if len(code) == 0 {
		return nil, fmt.Errorf("no code to load")
	}
	lines := ceil.Div(len(code), lineBytes)
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.regions {
		if at, ok := r.take(lines); ok {
			return m.fill(r, at, code)
		}
	}
	r, err := newRegion(lines * lineBytes)
	if err != nil {
		return nil, err
	}
	m.regions = append(m.regions, r)
	at, _ := r.take(lines)
	return m.fill(r, at, code)
}

func (m *Memory) fill(r *region, at span, code []byte) (*Block, error) {
	b := &Block{memory: m, region: r, span: at}
	if err := r.write(at, code); err != nil {
		m.giveLocked(b)
		return nil, err
	}
	return b, nil
}

// Entry is the address of the first instruction.
func (b *Block) Entry() uintptr { return b.region.code + uintptr(b.span.start)*lineBytes }

// Free frees the memory. The code must not be running.
func (b *Block) Free() {
	b.memory.mu.Lock()
	defer b.memory.mu.Unlock()
	b.memory.giveLocked(b)
}

// giveLocked frees a block, and its region if that is empty and not the last.
func (m *Memory) giveLocked(b *Block) {
	r := b.region
	r.give(b.span)
	if r.isEmpty() && len(m.regions) > 1 {
		m.regions = slices.DeleteFunc(m.regions, func(other *region) bool { return other == r })
		r.unmap()
	}
}
