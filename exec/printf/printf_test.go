package printf

import (
	"math"
	"runtime/debug"
	"strings"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/compiler/ir"
)

func TestFormat(t *testing.T) {
	half := math.Float64bits(0.5)
	for _, c := range []struct {
		format string
		args   []Value
		want   string
	}{
		{"%d %5d|%-5d|%05d", []Value{{7, ir.I32}, {7, ir.I32}, {7, ir.I32}, {7, ir.I32}}, "7     7|7    |00007"},
		{"%v2hld", []Value{{1, ir.I32}, {0xffffffff, ir.I32}}, "1,-1"},
		{"%.2f %a", []Value{{half, ir.F64}, {half, ir.F64}}, "0.50 0x1p-1"},
		{"%d", nil, "0"},
		{"100%", nil, "100%"},
		{"%s", []Value{{0, ir.Ptr}}, "(null)"},
	} {
		var p Printer
		for range 2 { // the memory of the first is used again
			p.Begin()
			p.Start(0)
			for _, v := range c.args {
				p.Add(v)
			}
			p.Format(c.format)
			if got := string(p.Text()); got != c.want {
				t.Errorf("%q: %q, not %q", c.format, got, c.want)
			}
		}
	}
}

// output keeps the printed text.
type output struct{ strings.Builder }

func (o *output) Print(text []byte) uint32 {
	o.Write(text)
	return 0
}

// TestStringNotInMemory wants the output of the work-items before the bad one, and nothing of the bad one.
func TestStringNotInMemory(t *testing.T) {
	address, err := hostmem.Alloc(8)
	if err != nil {
		t.Fatal(err)
	}
	defer hostmem.Free(address)
	copy(hostmem.Bytes(address, 8), "good\x00")
	const nowhere = 0x3000
	var printed output
	var found *BadString
	func() {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() { found, _ = recover().(*BadString) }()
		var p Printer
		defer p.PrintFinished(&printed)
		for item, text := range []uint64{uint64(address), nowhere} {
			p.Start(uint32(item))
			p.Add(Value{text, ir.Ptr})
			p.Format("<%s>")
		}
	}()
	if found == nil || found.Item != 1 || found.Address != nowhere {
		t.Errorf("the panic is %+v", found)
	}
	if printed.String() != "<good>" {
		t.Errorf("printed %q", printed.String())
	}
}
