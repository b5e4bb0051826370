// Package wire is the binary form of data: numbers of variable length, texts and lists. A Coder writes or reads, and
// one function per type describes both directions, so that they cannot differ. It knows none of the types.
//
// What is read may be anything: a Coder that comes to something impossible notes it, and reads zeros from there on. No
// list is longer than the rest of the form, so that a short form cannot ask for much memory.
package wire

import (
	"encoding/binary"
	"errors"
	"math"
)

// Coder writes a form or reads one. What is written is not changed, so that others may read it at the same time.
type Coder struct {
	out       []byte
	in        []byte
	isReading bool
	isBroken  bool
}

// Writer is a Coder that writes.
func Writer() *Coder { return &Coder{} }

// Reader is a Coder that reads a form. Bytes that it reads are parts of the form, not copies.
func Reader(form []byte) *Coder { return &Coder{in: form, isReading: true} }

// Form is what has been written.
func (c *Coder) Form() []byte { return c.out }

// IsReading reports whether the Coder reads.
func (c *Coder) IsReading() bool { return c.isReading }

var errBroken = errors.New("the binary form is broken")

// Err is the error of reading so far.
func (c *Coder) Err() error {
	if c.isBroken {
		return errBroken
	}
	return nil
}

// End is Err for a form that is to end here.
func (c *Coder) End() error {
	if len(c.in) > 0 {
		c.Fail()
	}
	return c.Err()
}

// Fail notes that what was read is impossible.
func (c *Coder) Fail() {
	if c.isReading {
		c.isBroken, c.in = true, nil
	}
}

// Check notes that what was read is impossible unless a condition holds.
func (c *Coder) Check(condition bool) {
	if !condition {
		c.Fail()
	}
}

// Uint64 codes a number.
func (c *Coder) Uint64(n *uint64) {
	if !c.isReading {
		c.out = binary.AppendUvarint(c.out, *n)
		return
	}
	value, size := binary.Uvarint(c.in)
	if size <= 0 {
		c.Fail()
		*n = 0
		return
	}
	*n, c.in = value, c.in[size:]
}

// Integer is any type of whole numbers.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Number codes a number that is rarely negative.
func Number[T Integer](c *Coder, n *T) {
	value := uint64(*n)
	c.Uint64(&value)
	if !c.isReading {
		return
	}
	*n = T(value)
	if uint64(*n) != value {
		c.Fail()
		*n = 0
	}
}

// Signed codes a number that may well be negative: the sign is the lowest bit.
func (c *Coder) Signed(n *int64) {
	folded := uint64(*n<<1 ^ *n>>63)
	c.Uint64(&folded)
	if !c.isReading {
		return
	}
	*n = int64(folded>>1) ^ -int64(folded&1)
}

// Below codes a number that is less than a limit.
func Below[T Integer](c *Coder, n *T, limit int) {
	Number(c, n)
	if c.isReading && uint64(*n) >= uint64(limit) {
		c.Fail()
		*n = 0
	}
}

// Bools code truth values, up to eight in a byte.
func (c *Coder) Bools(flags ...*bool) {
	for ; len(flags) > 8; flags = flags[8:] {
		c.Bools(flags[:8]...)
	}
	set := uint8(0)
	for i, flag := range flags {
		if *flag {
			set |= 1 << i
		}
	}
	c.byte(&set)
	if !c.isReading {
		return
	}
	for i, flag := range flags {
		*flag = set>>i&1 != 0
	}
	c.Check(set>>len(flags) == 0)
}

func (c *Coder) byte(b *byte) {
	switch {
	case !c.isReading:
		c.out = append(c.out, *b)
	case len(c.in) == 0:
		c.Fail()
		*b = 0
	default:
		*b, c.in = c.in[0], c.in[1:]
	}
}

// Float64 codes a floating-point number.
func (c *Coder) Float64(f *float64) {
	bits := math.Float64bits(*f)
	for i := range 8 {
		b := byte(bits >> (8 * i))
		c.byte(&b)
		bits = bits&^(0xff<<(8*i)) | uint64(b)<<(8*i)
	}
	if c.isReading {
		*f = math.Float64frombits(bits)
	}
}

// Bytes codes a sequence of bytes; an empty one comes back as nil.
func (c *Coder) Bytes(list *[]byte) {
	n := c.length(len(*list))
	switch {
	case !c.isReading:
		c.out = append(c.out, *list...)
	case n == 0:
		*list = nil
	default:
		*list, c.in = c.in[:n:n], c.in[n:]
	}
}

// Text codes a string.
func (c *Coder) Text(s *string) {
	if !c.isReading {
		c.length(len(*s))
		c.out = append(c.out, *s...)
		return
	}
	var list []byte
	c.Bytes(&list)
	*s = string(list)
}

// length codes how many parts follow, each of one byte at least.
func (c *Coder) length(n int) int {
	count := uint64(n)
	c.Uint64(&count)
	if c.isReading && count > uint64(len(c.in)) {
		c.Fail()
		return 0
	}
	return int(count)
}

// firstElements is how many elements a list has room for before it is known that the form has them.
const firstElements = 256

// List codes a list, each element by a function that takes one byte at least. An empty list comes back as nil.
func List[T any](c *Coder, list *[]T, element func(c *Coder, e *T)) {
	n := c.length(len(*list))
	if !c.isReading {
		for i := range *list {
			element(c, &(*list)[i])
		}
		return
	}
	*list = nil
	if n > 0 {
		*list = make([]T, 0, min(n, firstElements))
	}
	for i := 0; i < n && !c.isBroken; i++ {
		var zero T
		*list = append(*list, zero)
		element(c, &(*list)[i]) // in place: each variable here would be an allocation
	}
}

// Numbers codes a list of numbers.
func Numbers[T Integer](c *Coder, list *[]T) { List(c, list, Number[T]) }
