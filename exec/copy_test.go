package exec

import (
	"bytes"
	"testing"
)

func TestCopyRect(t *testing.T) {
	from, to := newBuffer(t, 256), newBuffer(t, 256)
	for i := range from.bytes {
		from.bytes[i] = byte(i * 7)
	}
	region := [3]uint64{5, 4, 3}
	source, target := Plane{from.address + 3, 10, 100}, Plane{to.address + 7, 16, 80}
	CopyRect(target, source, region)
	want := make([]byte, len(to.bytes))
	for z := range 3 {
		for y := range 4 {
			copy(want[7+16*y+80*z:][:5], from.bytes[3+10*y+100*z:])
		}
	}
	if !bytes.Equal(to.bytes, want) {
		t.Error("the region is wrong")
	}
	clear(to.bytes)
	CopyRect(Plane{to.address, 8, 32}, Plane{from.address, 8, 32}, [3]uint64{8, 4, 3})
	if !bytes.Equal(to.bytes[:96], from.bytes[:96]) || to.bytes[96] != 0 {
		t.Error("the region without gaps is wrong")
	}
}

func TestFill(t *testing.T) {
	b := newBuffer(t, 64)
	for _, n := range []int{0, 12, 60, 252} {
		clear(b.bytes)
		Fill(b.address, uint64(n), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
		for i, x := range b.bytes {
			if want := byte(i%12 + 1); i < n && x != want || i >= n && x != 0 {
				t.Fatalf("%d bytes: byte %d is %d", n, i, x)
			}
		}
	}
}
