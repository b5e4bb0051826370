package clapi

import (
	"encoding/binary"
	"sync"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

// InfoTarget is where a clGet*Info call wants its answer: param_value and param_value_size.
type InfoTarget struct {
	Address   uintptr // 0: only the size is wanted, and SizeBytes is ignored
	SizeBytes uint64
}

// write is the one info writer: it copies a value to the target and returns its size for param_value_size_ret.
func (t InfoTarget) write(c *Context, value []byte) (uint64, error) {
	size := uint64(len(value))
	if t.Address == 0 {
		return size, nil
	}
	if t.SizeBytes < size {
		return 0, c.fail(cl.InvalidValue, "param_value_size is %d, but the value has %d bytes", t.SizeBytes, size)
	}
	if size > 0 {
		copy(hostmem.Bytes(t.Address, size), value)
	}
	return size, nil
}

// answer writes the value of a query, which is nil when the query is unknown.
func (t InfoTarget) answer(name uint32, value []byte) (uint64, error) {
	if value == nil {
		return 0, fail(cl.InvalidValue, "param_name %#x is not known to this query", name)
	}
	return t.write(nil, value)
}

// infoTable gives for each param_name of one query the function that finds its value.
type infoTable[T any] map[uint32]func(T) []byte

// lazyInfo is a table that is made at its first use. Tables that no program queries before it has found its device are
// of this kind, to keep the first call short.
func lazyInfo[T any](list func() infoTable[T]) func() infoTable[T] { return sync.OnceValue(list) }

// get answers one query about an object through the info writer.
func (table infoTable[T]) get(c *Context, object T, name uint32, out InfoTarget) (uint64, error) {
	query, ok := table[name]
	if !ok {
		return 0, c.fail(cl.InvalidValue, "param_name %#x is not known to this query", name)
	}
	return out.write(c, query(object))
}

// The encoders lay out values as C programs expect.

func infoUint32(values ...uint32) []byte {
	var out []byte
	for _, v := range values {
		out = binary.NativeEndian.AppendUint32(out, v)
	}
	return out
}

// infoUint64 is for cl_ulong, bit fields, size_t, intptr_t, pointers and handles, all of 64 bits here.
func infoUint64[T ~uint64 | ~uintptr](values ...T) []byte {
	var out []byte
	for _, v := range values {
		out = binary.NativeEndian.AppendUint64(out, uint64(v))
	}
	return out
}

func infoBool(value bool) []byte {
	if value {
		return infoUint32(cl.True)
	}
	return infoUint32(cl.False)
}

func infoString(text string) []byte { return append([]byte(text), 0) }

func infoNameVersions(list []cl.NameVersion) []byte {
	out := make([]byte, 0, len(list)*68)
	for _, entry := range list {
		out = binary.NativeEndian.AppendUint32(out, entry.Version)
		out = append(out, entry.Name[:]...)
	}
	return out
}

// infoConst answers with a value that is the same for all objects.
func infoConst[T any](value []byte) func(T) []byte {
	return func(T) []byte { return value }
}
