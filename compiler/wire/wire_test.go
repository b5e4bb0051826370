package wire

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

type sample struct {
	small  uint8
	signed int
	large  uint64
	step   int64
	flags  [9]bool
	float  float64
	text   string
	bytes  []byte
	list   []uint16
	nested []sample
}

func (s *sample) code(c *Coder) {
	Number(c, &s.small)
	Number(c, &s.signed)
	c.Uint64(&s.large)
	c.Signed(&s.step)
	c.Bools(&s.flags[0], &s.flags[1], &s.flags[2], &s.flags[3], &s.flags[4], &s.flags[5], &s.flags[6], &s.flags[7],
		&s.flags[8])
	c.Float64(&s.float)
	c.Text(&s.text)
	c.Bytes(&s.bytes)
	Numbers(c, &s.list)
	List(c, &s.nested, func(c *Coder, e *sample) { e.code(c) })
}

func full() sample {
	inner := sample{signed: -7, step: -64, flags: [9]bool{8: true}, float: math.Inf(-1)}
	return sample{small: 255, signed: math.MinInt, large: math.MaxUint64, step: math.MinInt64,
		flags: [9]bool{true, 7: true}, float: -0.25, text: "a\x00b",
		bytes: []byte{1, 2}, list: []uint16{0, 300}, nested: []sample{inner, {}}}
}

func TestRoundTrip(t *testing.T) {
	for _, want := range []sample{{}, full()} {
		w := Writer()
		want.code(w)
		require.NoError(t, w.Err())
		var got sample
		r := Reader(w.Form())
		got.code(r)
		require.NoError(t, r.End())
		require.Equal(t, want, got)
	}
}

// Each truncated form is an error, and so is one with bytes left.
func TestBrokenForms(t *testing.T) {
	w, s := Writer(), full()
	s.code(w)
	for n := range len(w.Form()) {
		var got sample
		r := Reader(w.Form()[:n])
		got.code(r)
		require.Error(t, r.End(), "%d bytes", n)
	}
	r := Reader(append(w.Form(), 0))
	s.code(r)
	require.NoError(t, r.Err())
	require.Error(t, r.End())
}

// Numbers that do not fit, lists that are longer than the form, and numbers without an end are errors.
func TestImpossibleNumbers(t *testing.T) {
	for name, read := range map[string]func(c *Coder){
		"too large": func(c *Coder) { Number(c, new(uint8)) },
		"a list":    func(c *Coder) { Numbers(c, new([]uint64)) },
		"bytes":     func(c *Coder) { c.Bytes(new([]byte)) },
		"a limit":   func(c *Coder) { Below(c, new(uint16), 256) },
		"flags":     func(c *Coder) { c.Bools(new(bool)) },
	} {
		r := Reader([]byte{0x80, 2})
		read(r)
		require.Error(t, r.Err(), name)
	}
	r, n := Reader([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}), uint64(1)
	r.Uint64(&n)
	require.Error(t, r.Err())
	require.Zero(t, n)
}
