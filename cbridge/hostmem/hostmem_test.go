package hostmem

import (
	"math"
	"sync"
	"testing"
)

func TestBlocksAreAlignedZeroedAndApart(t *testing.T) {
	var heap Heap
	owner := map[uintptr]uint64{}
	for _, size := range []uint64{0, 1, 127, 128, 129, 4096, 65536, 65537, 1 << 20, 5<<20 + 3} {
		for range 20 {
			addr, err := heap.Alloc(size)
			if err != nil {
				t.Fatal(err)
			}
			if addr%Alignment != 0 {
				t.Fatalf("block of %d bytes at %#x is not aligned", size, addr)
			}
			checkZero(t, Bytes(addr, size))
			fill(Bytes(addr, size))
			owner[addr] = size
		}
	}
	for addr, size := range owner {
		for other := range owner {
			if other > addr && uint64(other-addr) < size {
				t.Fatalf("blocks %#x (%d bytes) and %#x overlap", addr, size, other)
			}
		}
		heap.Free(addr)
	}
	if heap.Live() != 0 {
		t.Fatalf("%d blocks live after all were freed", heap.Live())
	}
}

func TestReusedBlocksAreZeroed(t *testing.T) {
	var heap Heap
	for _, size := range []uint64{100, 1 << 20} {
		first, _ := heap.Alloc(size)
		fill(Bytes(first, size))
		heap.Free(first)
		again, _ := heap.Alloc(size)
		if again != first {
			t.Errorf("a freed block of %d bytes was not reused", size)
		}
		checkZero(t, Bytes(again, size))
	}
}

// A block whose contents may be undefined keeps what it held if it is large, and is cleared if it is small.
func TestUndefinedBlocks(t *testing.T) {
	var heap Heap
	for _, size := range []uint64{100, 1 << 20} {
		fresh, _ := heap.AllocUndefined(size)
		checkZero(t, Bytes(fresh, size))
		fill(Bytes(fresh, size))
		heap.Free(fresh)
		again, _ := heap.AllocUndefined(size)
		if again != fresh {
			t.Errorf("a freed block of %d bytes was not reused", size)
		}
		if size <= smallMax {
			checkZero(t, Bytes(again, size))
		} else if Bytes(again, size)[size-1] != 0xa5 {
			t.Errorf("a block of %d bytes was cleared", size)
		}
	}
}

func TestImpossibleSizesAreErrors(t *testing.T) {
	var heap Heap
	for _, size := range []uint64{math.MaxUint64, 1 << 63, 1 << 46} {
		if _, err := heap.Alloc(size); err == nil {
			t.Errorf("%#x bytes were given", size)
		}
	}
}

func TestFreeOfAStrangerPanics(t *testing.T) {
	var heap Heap
	addr, _ := heap.Alloc(1)
	heap.Free(addr)
	for _, bad := range []uintptr{0, addr, addr + 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Free(%#x) was accepted", bad)
				}
			}()
			heap.Free(bad)
		}()
	}
}

func TestHammer(t *testing.T) {
	var heap Heap
	var wait sync.WaitGroup
	for worker := range 8 {
		wait.Go(func() {
			for i := range 500 {
				addr, err := heap.Alloc(uint64((i*worker)%9000 + 1))
				if err != nil {
					t.Error(err)
					return
				}
				Bytes(addr, 1)[0] = byte(i)
				heap.Free(addr)
			}
		})
	}
	wait.Wait()
	if heap.Live() != 0 {
		t.Fatalf("%d blocks leaked", heap.Live())
	}
}

func TestClassesLoseAtMostAQuarter(t *testing.T) {
	for size := uint64(1); size < 1<<22; size += 1 + size/37 {
		class := classOf(size)
		if class < size || class%Alignment != 0 || class > max(Alignment*2, size+size/4+Alignment) && size <= smallMax {
			t.Fatalf("class of %d is %d", size, class)
		}
	}
}

// Large blocks begin with a large page and have all their bytes, and only those stay mapped.
func TestLargeBlocks(t *testing.T) {
	var heap Heap
	for _, size := range []uint64{4 << 20, 4<<20 + 1, 9<<20 - 1, 300 << 20} {
		addr, err := heap.Alloc(size)
		if err != nil {
			t.Fatal(err)
		}
		if addr%hugePage != 0 {
			t.Errorf("block of %d bytes at %#x", size, addr)
		}
		block := Bytes(addr, classOf(size))
		block[0], block[len(block)-1] = 1, 1
		heap.Free(addr)
	}
}

func fill(block []byte) {
	for i := range block {
		block[i] = 0xa5
	}
}

func checkZero(t *testing.T, block []byte) {
	t.Helper()
	for i, b := range block {
		if b != 0 {
			t.Fatalf("byte %d of a fresh block is %#x", i, b)
		}
	}
}

// Guarded blocks end with a page, so that accesses after them fault; all of them can be written.
func TestGuardedBlocks(t *testing.T) {
	for _, size := range []uint64{0, 1, 128, 4000, 4096, 4097, 5 << 20} {
		addr, err := AllocGuarded(size)
		if err != nil {
			t.Fatal(err)
		}
		b := Bytes(addr, size)
		for i := range b {
			if b[i] != 0 {
				t.Fatalf("%d bytes: byte %d is not zero", size, i)
			}
			b[i] = 1
		}
		if addr%Alignment != 0 || (uint64(addr)+alignedSize(size))%pageBytes != 0 {
			t.Errorf("%d bytes are at %#x", size, addr)
		}
		FreeGuarded(addr, size)
	}
	if _, err := AllocGuarded(1 << 60); err == nil {
		t.Error("an exabyte was there")
	}
}

func TestAtSeesTheSameMemoryAsBytes(t *testing.T) {
	var heap Heap
	addr, err := heap.Alloc(16)
	if err != nil {
		t.Fatal(err)
	}
	copy(Bytes(addr, 16), []byte{0, 0, 0, 0, 1, 2, 3, 4})
	word := At[uint32](uint64(addr) + 4)
	if *word != 0x04030201 {
		t.Errorf("the second word is %#x", *word)
	}
	*word = 7
	if got := Bytes(addr, 16)[4]; got != 7 {
		t.Errorf("the fifth byte is %d", got)
	}
}

func TestIsMapped(t *testing.T) {
	addr, err := AllocGuarded(pageBytes)
	if err != nil {
		t.Fatal(err)
	}
	if !IsMapped(addr) || !IsMapped(addr+pageBytes-1) {
		t.Error("memory that is there")
	}
	FreeGuarded(addr, pageBytes)
	for _, bad := range []uintptr{0, 8, addr, 0xdeadbeef, 1 << 62, ^uintptr(0)} {
		if IsMapped(bad) {
			t.Errorf("%#x is mapped", bad)
		}
	}
}

// Each class up to the largest of small blocks has a number of its own.
func TestClassNumbers(t *testing.T) {
	next := 0
	for size, last := uint64(1), uint64(0); size <= smallMax; size++ {
		class := classOf(size)
		if class != last {
			if classNumber(class) != next {
				t.Fatalf("class %d has number %d, not %d", class, classNumber(class), next)
			}
			next++
		}
		last = class
	}
	if next != smallClasses {
		t.Errorf("%d classes, not %d", next, smallClasses)
	}
}

// A Sized heap gives blocks like a Heap, again after they were freed, and zeroed.
func TestSized(t *testing.T) {
	var heap Sized
	for _, size := range []uint64{1, 128, 5000, smallMax, smallMax + 1, 3 << 20} {
		first, err := heap.Alloc(size)
		if err != nil {
			t.Fatal(err)
		}
		fill(Bytes(first, size))
		heap.Free(first, size)
		again, _ := heap.Alloc(size)
		other, _ := heap.Alloc(size)
		if again != first || other == first || again%Alignment != 0 {
			t.Errorf("%d bytes at %#x, then at %#x and %#x", size, first, again, other)
		}
		checkZero(t, Bytes(again, size))
		heap.Free(again, size)
		heap.Free(other, size)
	}
	if _, err := heap.Alloc(math.MaxUint64); err == nil {
		t.Error("an impossible size was given")
	}
}

// What kernels index lies far from the driver's own memory, and mappings have unmapped memory between them.
func TestKernelsMemoryLiesApart(t *testing.T) {
	mine, err := AllocOwn(64)
	if err != nil {
		t.Fatal(err)
	}
	defer FreeOwn(mine)
	var heap Heap
	blocks := make([]uintptr, 8)
	for i := range blocks {
		if blocks[i], err = heap.Alloc(smallMax + 1); err != nil {
			t.Fatal(err)
		}
		defer heap.Free(blocks[i])
		if distance := max(mine, blocks[i]) - min(mine, blocks[i]); distance < apartDistance/2 {
			t.Errorf("a block at %#x, %d bytes from the driver's own at %#x", blocks[i], distance, mine)
		}
		if i > 0 && blocks[i]-blocks[i-1] < smallMax+gapBytes {
			t.Errorf("a block at %#x next to one at %#x", blocks[i], blocks[i-1])
		}
	}
}

// The area begins again when it has come to its end, and places in it that are taken are no error.
func TestAreaBeginsAgain(t *testing.T) {
	var a area
	first := a.place(pageBytes, 0)
	if first == 0 {
		t.Fatal("no address space below the process")
	}
	if last := a.place(apartBytes-hugePage, gapBytes); last != first+hugePage {
		t.Errorf("a large block at %#x, after %#x", last, first)
	}
	if again := a.place(pageBytes, 0); again != first {
		t.Errorf("after the end: %#x, not %#x", again, first)
	}
}
