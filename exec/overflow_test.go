package exec

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// intType is an integer type of OpenCL C.
type intType struct {
	name   string
	bits   uint
	signed bool
}

// of is the number that bits stand for.
func (t intType) of(bits uint64) *big.Int {
	n := new(big.Int).SetUint64(bits << (64 - t.bits) >> (64 - t.bits))
	if t.signed && n.Bit(int(t.bits-1)) == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), t.bits))
	}
	return n
}

var overflowTypes = []intType{{"int", 32, true}, {"uint", 32, false}, {"long", 64, true}, {"ulong", 64, false}, {"char", 8, true}, {"ushort", 16, false}}

// overflowEdges are bits at which results begin not to fit.
var overflowEdges = []uint64{0, 1, 2, ^uint64(0), 1<<63 - 1, 1 << 63, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<33 + 5, 0xb504f333, 127, 128, 65535, 3037000500}

// TestOverflowBuiltins compares __builtin_add_overflow and its like, of all pairs of types for each type of result, with integers
// of any size.
func TestOverflowBuiltins(t *testing.T) {
	operations := map[string]func(z, x, y *big.Int) *big.Int{"add": (*big.Int).Add, "sub": (*big.Int).Sub, "mul": (*big.Int).Mul}
	n := len(overflowEdges)
	for _, to := range overflowTypes {
		for operation, exact := range operations {
			var body strings.Builder
			for i, x := range overflowTypes {
				for j, y := range overflowTypes {
					fmt.Fprintf(&body, "\tf = __builtin_%s_overflow((%s)a, (%s)b, &r); out[%d] = (ulong)r; out[%d] = f;\n", operation, x.name, y.name,
						2*(i*len(overflowTypes)+j), 2*(i*len(overflowTypes)+j)+1)
				}
			}
			row := 2 * len(overflowTypes) * len(overflowTypes)
			c := comparison{words: []int{2 * n * n * row, 2 * n}, source: fmt.Sprintf("kernel void k(global ulong *out, global ulong *in) {\n\tulong id = get_global_id(0), a = in[id / %d], b = in[id %% %d];\n"+
				"\t%s r; bool f; out += id * %d;\n%s}", n, n, to.name, row, body.String()), fill: func(i, j int) uint32 {
				if i == 0 {
					return 0
				}
				return uint32(overflowEdges[j/2] >> (32 * (j % 2)))
			}}
			k := compileProgram(t, c.source).Kernels[0]
			r := [2][3]uint64{{uint64(n * n), 1, 1}, {64, 1, 1}}
			out := c.launch(t, k, nil, NewDevice(Goroutines(1)), r)[0]
			for id := range n * n {
				for pair := range row / 2 {
					x, y := overflowTypes[pair/len(overflowTypes)], overflowTypes[pair%len(overflowTypes)]
					a, b := x.of(overflowEdges[id/n]), y.of(overflowEdges[id%n])
					want := exact(new(big.Int), a, b)
					got := to.of(binary.LittleEndian.Uint64(out[8*(id*row+2*pair):]))
					flag := binary.LittleEndian.Uint64(out[8*(id*row+2*pair)+8:])
					low := to.of(new(big.Int).And(want, new(big.Int).SetUint64(^uint64(0))).Uint64())
					if got.Cmp(low) != 0 || (flag != 0) != (want.Cmp(low) != 0) {
						t.Fatalf("%s %s of %s %v and %s %v: %v, %d", to.name, operation, x.name, a, y.name, b, got, flag)
					}
				}
			}
			if operation != "sub" { // machine code of two of the three, as it takes long to make
				c.compare(t, k, k, r)
			}
		}
	}
}
