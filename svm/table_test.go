package svm

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func always(int) bool { return true }

// TestAgainstMap compares with a map of all addresses, over ranges that come and go at random.
func TestAgainstMap(t *testing.T) {
	const slots, slot, seed = 3000, 16, 7
	random := rand.New(rand.NewPCG(seed, seed))
	var table Table[int]
	model := map[uintptr]uint64{} // start to size
	for step := range 60000 {
		start := uintptr(slot * (1 + random.IntN(slots)))
		size, isThere := model[start]
		switch {
		case !isThere && random.IntN(2) == 0:
			size = 1 + uint64(random.IntN(slot))
			table.Insert(start, size, int(start)+int(size))
			model[start] = size
		case random.IntN(2) == 0:
			if _, ok := table.Remove(start, always); ok != isThere {
				t.Fatalf("seed %d, step %d: removing %d: %v", seed, step, start, ok)
			}
			delete(model, start)
		default:
			inner := start + uintptr(random.IntN(slot))
			value, ok := table.Find(inner)
			wanted := isThere && uint64(inner-start) < size
			if ok != wanted || ok && value != int(start)+int(size) {
				t.Fatalf("seed %d, step %d: found %d, %v at %d", seed, step, value, ok, inner)
			}
		}
		if table.Len() != len(model) {
			t.Fatalf("seed %d, step %d: %d ranges, not %d", seed, step, table.Len(), len(model))
		}
	}
	checkOrder(t, &table)
}

// checkOrder checks what the searches rely on.
func checkOrder(t *testing.T, table *Table[int]) {
	t.Helper()
	last := uintptr(0)
	for i, c := range table.chunks {
		if c.length == 0 || table.starts[i] != c.starts[0] {
			t.Fatalf("chunk %d has %d ranges and starts at %d", i, c.length, table.starts[i])
		}
		for _, start := range c.starts[:c.length] {
			if start <= last {
				t.Fatalf("%d follows %d", start, last)
			}
			last = start
		}
	}
}

// TestOrders fills and empties the table in ascending, descending and mixed order.
func TestOrders(t *testing.T) {
	const count = 10 * chunkMax
	orders := map[string]func(i int) int{
		"ascending": func(i int) int { return i }, "descending": func(i int) int { return count - 1 - i },
		"mixed": func(i int) int { return i * 977 % count },
	}
	for name, place := range orders {
		t.Run(name, func(t *testing.T) {
			var table Table[int]
			for i := range count {
				table.Insert(uintptr(100+10*place(i)), 10, place(i))
			}
			checkOrder(t, &table)
			for i := range count {
				if value, ok := table.Find(uintptr(109 + 10*i)); !ok || value != i {
					t.Fatal(i, value, ok)
				}
			}
			for i := range count {
				if value, ok := table.Remove(uintptr(100+10*place(i)), always); !ok || value != place(i) {
					t.Fatal(i, value, ok)
				}
			}
			if table.Len() != 0 || len(table.chunks) != 0 {
				t.Fatal(table.Len(), "ranges are left")
			}
		})
	}
}

func TestBorders(t *testing.T) {
	var table Table[int]
	if _, ok := table.Find(0); ok {
		t.Error("found in an empty table")
	}
	table.Insert(0x1000, 16, 1)
	table.Insert(^uintptr(15), 16, 2) // to the end of the address space
	for address, wanted := range map[uintptr]int{0: 0, 0xfff: 0, 0x1000: 1, 0x100f: 1, 0x1010: 0, ^uintptr(16): 0,
		^uintptr(15): 2, ^uintptr(0): 2} {
		if value, _ := table.Find(address); value != wanted {
			t.Errorf("%#x: %d, not %d", address, value, wanted)
		}
	}
	if _, ok := table.Remove(0x1008, always); ok {
		t.Error("removed by an inner address")
	}
	if _, ok := table.Remove(0x1000, func(int) bool { return false }); ok || table.Len() != 2 {
		t.Error("removed though it was not wanted")
	}
}

func TestHammer(t *testing.T) {
	var table Table[int]
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			for i := range 4000 {
				start := uintptr(1 + worker + 4*(i%700))
				table.Insert(start*64, 64, worker)
				if value, ok := table.Find(start*64 + 63); !ok || value != worker {
					t.Error(value, ok)
				}
				if _, ok := table.Remove(start*64, always); !ok {
					t.Error("not there any more")
				}
			}
		})
	}
	wait.Wait()
}

// BenchmarkFind: the time grows with the logarithm of the number of ranges.
func BenchmarkFind(b *testing.B) {
	for _, count := range []int{100, 100_000} {
		b.Run(map[int]string{100: "100", 100_000: "100000"}[count], func(b *testing.B) {
			var table Table[int]
			for i := range count {
				table.Insert(uintptr(i+1)*4096, 4096, i)
			}
			place := uintptr(0)
			for b.Loop() {
				place = (place + 7919*64) % uintptr(count*4096)
				if _, ok := table.Find(4096 + place); !ok {
					b.Fatal(place)
				}
			}
		})
	}
}

func BenchmarkInsertRemove(b *testing.B) {
	for _, count := range []int{100, 100_000} {
		b.Run(map[int]string{100: "100", 100_000: "100000"}[count], func(b *testing.B) {
			var table Table[int]
			for i := range count {
				table.Insert(uintptr(i+1)*8192, 4096, i)
			}
			place := uintptr(0)
			for b.Loop() {
				place = (place + 7919) % uintptr(count)
				table.Insert((place+1)*8192+4096, 4096, 0)
				table.Remove((place+1)*8192+4096, always)
			}
		})
	}
}
