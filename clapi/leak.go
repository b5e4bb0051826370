package clapi

import "fmt"

// What reports of objects that were never released say of them.

// Name is what the object is, in the specification's words.
func (o *Object) Name() string { return o.name }

// Details is the size.
func (m *MemObject) Details() string { return fmt.Sprintf("%d bytes", m.sizeBytes) }

// Details is the kernel's name.
func (k *Kernel) Details() string { return k.code.Name }

// SharedAllocations is how many allocations of shared virtual memory and unified shared memory there are.
func (p *Platform) SharedAllocations() int { return p.allocations.Len() }
