package exec

import (
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

// of is the number that bits represent in the type.
func (t intType) of(bits uint64) *big.Int {
	n := new(big.Int).SetUint64(bits << (64 - t.bits) >> (64 - t.bits))
	if t.signed && n.Bit(int(t.bits-1)) == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), t.bits))
	}
	return n
}

var overflowTypes = []intType{
	{"int", 32, true}, {"uint", 32, false}, {"long", 64, true}, {"ulong", 64, false}, {"char", 8, true},
	{"ushort", 16, false},
}

// overflowEdges are operands near the limits of the types.
var overflowEdges = []uint64{
	0, 1, 2, ^uint64(0), 1<<63 - 1, 1 << 63, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<33 + 5, 0xb504f333, 127, 128,
	65535, 3037000500,
}

// exactly is an operation on integers of any size.
type exactly = func(z, x, y *big.Int) *big.Int

// TestOverflowBuiltins compares __builtin_add_overflow and its kin with integers of any size, for all pairs of operand
// types and each result type.
func TestOverflowBuiltins(t *testing.T) {
	operations := map[string]exactly{"add": (*big.Int).Add, "sub": (*big.Int).Sub, "mul": (*big.Int).Mul}
	for _, to := range overflowTypes {
		for operation, exact := range operations {
			t.Run(to.name+" "+operation, func(t *testing.T) {
				f, err := parseKernelFile("overflow", overflowFile(to, operation, exact))
				if err != nil {
					t.Fatal(err)
				}
				f.run(t)
			})
		}
	}
}

// overflowFile is a kernel file for one operation, with all edges as all types, and the expected results.
func overflowFile(to intType, operation string, exact exactly) string {
	n, pairs := len(overflowEdges), len(overflowTypes)*len(overflowTypes)
	var header, body, edges strings.Builder
	fmt.Fprintf(&header, "// Whether results fit.\n//bundles only rows=1\n//launch %d/64\n", n*n)
	fmt.Fprintf(&header, "//arg out ulong[%d] zero\n//arg in ulong[%d] by edges\n", 2*n*n*pairs, n)
	for _, a := range overflowEdges {
		for _, b := range overflowEdges {
			for pair := range pairs {
				x, y := overflowTypes[pair/len(overflowTypes)], overflowTypes[pair%len(overflowTypes)]
				stored, fits := to.store(exact(new(big.Int), x.of(a), y.of(b)))
				fmt.Fprintf(&header, "//want out %d %d\n", stored, map[bool]int{false: 1}[fits])
			}
		}
	}
	for pair := range pairs {
		x, y := overflowTypes[pair/len(overflowTypes)], overflowTypes[pair%len(overflowTypes)]
		fmt.Fprintf(&body, "\tf = __builtin_%s_overflow((%s)a, (%s)b, &r);\n", operation, x.name, y.name)
		fmt.Fprintf(&body, "\tout[%d] = (ulong)r;\n\tout[%d] = f;\n", 2*pair, 2*pair+1)
	}
	for i, edge := range overflowEdges {
		fmt.Fprintf(&edges, "\tin[%d] = %#x;\n", i, edge)
	}
	return header.String() + fmt.Sprintf(`
kernel void k(global ulong *out, global ulong *in) {
	ulong id = get_global_id(0), a = in[id / %[1]d], b = in[id %% %[1]d];
	%[2]s r;
	bool f;
	out += id * %[3]d;
%[4]s}

kernel void edges(global ulong *in) {
%[5]s}
`, n, to.name, 2*pairs, body.String(), edges.String())
}

// store is the result of an operation converted to the type, extended to 64 bits, and whether the conversion is exact.
func (t intType) store(n *big.Int) (stored *big.Int, fits bool) {
	all := new(big.Int).SetUint64(^uint64(0))
	low := t.of(new(big.Int).And(n, all).Uint64())
	return new(big.Int).And(low, all), low.Cmp(n) == 0
}
