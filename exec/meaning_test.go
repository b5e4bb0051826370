package exec

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"heddle/compiler"
)

// meaning is a program whose kernel k(global int *out, global int *in) stores known words: in[i] is i, and out is full of
// -1 before. It runs as one work-item of several, on all engines.
type meaning struct {
	options string
	units   []string // compiled each for itself and linked
	want    []int32
}

func (m *meaning) run(t *testing.T) {
	t.Helper()
	k := m.link(t).Kernels[0]
	fill := func(i, j int) uint32 { return uint32(j*i) - uint32(1-i) }
	c := &comparison{source: strings.Join(m.units, "\n"), words: []int{max(len(m.want), 1), 64}, fill: fill}
	one := [2][3]uint64{{1, 1, 1}, {1, 1, 1}}
	var got []int32
	for word := range slices.Chunk(c.launch(t, k, nil, NewDevice(Goroutines(1)), one)[0], 4) {
		got = append(got, int32(binary.LittleEndian.Uint32(word)))
	}
	if !slices.Equal(got, m.want) {
		t.Errorf("%d, not %d", got, m.want)
	}
	c.compare(t, k, k, one)
}

func (m *meaning) link(t *testing.T) *compiler.Program {
	t.Helper()
	options, err := compiler.ParseOptions(m.options)
	if err != nil {
		t.Fatal(err)
	}
	var objects []*compiler.Object
	for _, unit := range m.units {
		object, log, ok := compiler.Compile([]byte(unit), nil, options)
		if !ok {
			t.Fatal(log)
		}
		objects = append(objects, object)
	}
	program, log, ok := compiler.Link(objects, options)
	if !ok {
		t.Fatal(log)
	}
	return program
}

func runMeanings(t *testing.T, all map[string]*meaning) {
	for name, m := range all {
		t.Run(name, m.run)
	}
}

// TestHalvesInMemory is about members of type half in structures where halves are no values.
func TestHalvesInMemory(t *testing.T) {
	runMeanings(t, map[string]*meaning{
		"members by address": {want: []int32{8, 15, 250, 8, 2, 4}, units: []string{`
			typedef struct { char c; half h; half a[2]; } S;
			kernel void k(global int *out, global int *in) {
				S s; s.c = 7;
				vstore_half((float)in[15], 0, &s.h);
				vstore_half(2.5f, 1, s.a);
				S t = s;
				out[0] = sizeof(S); out[1] = vload_half(0, &t.h); out[2] = 100 * vload_half(1, t.a);
				out[3] = t.c + 1; out[4] = (char *)&s.h - (char *)&s; out[5] = (char *)s.a - (char *)&s;
			}`}},
		"initialisers": {want: []int32{0x3e00, 0x4a80, 0, 0x7c00, 0x3c01}, units: []string{`
			typedef struct { half h, i; int x; } S;
			kernel void k(global int *out, global int *in) {
				S s = {1.5f, in[13]}, t = {0}, u = {in[63] << 20, 1.0 + in[1] / 1024.0};
				ushort w[6];
				*(S *)w = s; out[0] = w[0]; out[1] = w[1];
				*(S *)w = t; out[2] = w[0] + w[1];
				*(S *)w = u; out[3] = w[0]; out[4] = w[1];
			}`}},
		"a union with a half": {want: []int32{0x4100, 3}, units: []string{`
			typedef union { half h; ushort u; } U;
			kernel void k(global int *out, global int *in) {
				U u; vstore_half(in[5] / 2.0f, 0, &u.h);
				out[0] = u.u;
				u.u = 0x4200;
				out[1] = vload_half(0, &u.h);
			}`}},
	})
}
