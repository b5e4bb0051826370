package hostmem

import (
	"bytes"
	"testing"
)

// TestCopyRows: rows of all alignments, of lengths around those where another way of copying begins; memory beside them
// stays.
func TestCopyRows(t *testing.T) {
	const room, count = 4 * 1024, 3
	source, target := newBlock(t, room), newBlock(t, room)
	for i := range source.bytes {
		source.bytes[i] = byte(i*7 + i>>8)
	}
	lengths := []uint64{1, 63, 64, 65, streamRowBytes - 1, streamRowBytes, streamRowBytes + 1, 700, 1000}
	for _, rowBytes := range lengths {
		for offset := range uint64(lineBytes) {
			from, to := Rows{source.address + uintptr(offset*5%64), 1030}, Rows{target.address + uintptr(offset), 1009}
			want := make([]byte, room)
			for row := range uint64(count) {
				copy(want[offset+row*1009:][:rowBytes], source.bytes[offset*5%64+row*1030:])
			}
			for _, stream := range []bool{false, true} {
				clear(target.bytes)
				CopyRows(to, from, rowBytes, count, stream)
				StreamEnd()
				if !bytes.Equal(target.bytes, want) {
					t.Fatalf("rows of %d bytes at offset %d, stream %v: not copied", rowBytes, offset, stream)
				}
			}
		}
	}
}

// TestCopyRowsOverItself: a command may read an image into the memory that the image uses.
func TestCopyRowsOverItself(t *testing.T) {
	own := newBlock(t, 4096)
	for i := range own.bytes {
		own.bytes[i] = byte(i * 3)
	}
	want := bytes.Clone(own.bytes)
	rows := Rows{own.address + 3, 1024}
	CopyRows(rows, rows, 1000, 3, true)
	StreamEnd()
	if !bytes.Equal(own.bytes, want) {
		t.Error("rows copied to where they are have changed")
	}
}

// TestCopy: lengths around those where another way of copying begins, and parts of one block that overlap.
func TestCopy(t *testing.T) {
	const room = StreamBytes + 2
	source, target := newBlock(t, room), newBlock(t, room)
	for i := range source.bytes {
		source.bytes[i] = byte(i * 7 >> 5)
	}
	for _, length := range []uint64{0, 1, runtimeStreams - 1, runtimeStreams, 3*runtimeStreams + 5, StreamBytes - 1,
		StreamBytes} {
		clear(target.bytes)
		Copy(target.address+1, source.address, length)
		if !bytes.Equal(target.bytes[1:1+length], source.bytes[:length]) || target.bytes[0] != 0 ||
			target.bytes[1+length] != 0 {
			t.Errorf("%d bytes: not copied", length)
		}
	}
	want := bytes.Clone(source.bytes)
	copy(want[5:], source.bytes[:5<<20])
	Copy(source.address+5, source.address, 5<<20)
	if !bytes.Equal(source.bytes, want) {
		t.Error("blocks that overlap: not copied")
	}
}

// BenchmarkCopyRows: rows of some lengths, together larger than caches, beside a copy of all at once.
func BenchmarkCopyRows(b *testing.B) {
	const room = 32 << 20
	source, target := newBlock(b, room), newBlock(b, room)
	fill(source.bytes)
	fill(target.bytes)
	for _, row := range []struct {
		name  string
		pitch uint64
	}{{"one", room}, {"8192", 8192}, {"1024", 1024}, {"512", 512}, {"256", 256}} {
		for name, stream := range map[string]bool{"plain": false, "stream": true} {
			b.Run(row.name+"/"+name, func(b *testing.B) {
				b.SetBytes(room)
				for b.Loop() {
					CopyRows(Rows{target.address + 1, row.pitch}, Rows{source.address + 1, row.pitch}, row.pitch-2,
						room/row.pitch, stream)
					StreamEnd()
				}
			})
		}
	}
}

type block struct {
	address uintptr
	bytes   []byte
}

func newBlock(t testing.TB, size uint64) block {
	t.Helper()
	address, err := Alloc(size + 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Free(address) })
	return block{address, Bytes(address, size)}
}
