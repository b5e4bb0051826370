package handles

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// newTable makes a table that begins with an empty slab.
func newTable(t testing.TB, dispatch uintptr) *Table {
	t.Helper()
	slab, err := mapSlab(SlabBytes)
	if err != nil {
		t.Fatal(err)
	}
	return NewTable(dispatch, slab)
}

func TestGarbageIsNoHandle(t *testing.T) {
	table := newTable(t, 0x1234)
	handle := table.New(Context, "c")
	bad := []uintptr{0, 1, 0xdeadbeef, ^uintptr(0), handle + 1, handle + 8, handle + 64, handle - 64,
		handle + SlabBytes}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	source := rand.New(rand.NewPCG(seed, 0))
	for range 10000 {
		if value := uintptr(source.Uint64()); value != handle {
			bad = append(bad, value)
		}
	}
	for _, value := range bad {
		if _, ok := table.Get(value, Context); ok {
			t.Errorf("%#x is taken for a handle", value)
		}
		table.Retire(value)
	}
	if object, ok := table.Get(handle, Context); !ok || object != "c" {
		t.Error("the good handle is lost")
	}
	if _, ok := table.Get(handle, Device); ok {
		t.Error("a context is taken for a device")
	}
}

func TestRetiredHandleIsInvalidAndKeepsItsDispatch(t *testing.T) {
	table := newTable(t, 0x1234)
	handle := table.New(Event, 1)
	table.Retire(handle)
	table.Retire(handle) // twice is harmless
	if _, ok := table.Get(handle, Event); ok {
		t.Error("a retired handle is still valid")
	}
	if dispatch := dispatchOf(handle); dispatch != 0x1234 {
		t.Errorf("the slot's dispatch pointer became %#x", dispatch)
	}
	for range reuseDelay {
		other := table.New(Event, 2)
		if other == handle {
			t.Fatal("a retired slot was used again at once")
		}
		table.Retire(other)
	}
}

func TestReuseIsFirstInFirstOut(t *testing.T) {
	table := newTable(t, 1)
	var order []uintptr
	for i := range reuseDelay + 100 {
		order = append(order, table.New(Kernel, i))
	}
	for _, handle := range order {
		table.Retire(handle)
	}
	for i := range 100 {
		if handle := table.New(Kernel, i); handle != order[i] {
			t.Fatalf("reuse %d gave %#x, want %#x", i, handle, order[i])
		}
	}
}

func TestGrowthBeyondOneSlab(t *testing.T) {
	table := newTable(t, 1)
	const n = slabSlots + 10
	handles := make([]uintptr, n)
	for i := range handles {
		handles[i] = table.New(MemObject, i)
	}
	for i := 0; i < n; i += 997 {
		if object, ok := table.Get(handles[i], MemObject); !ok || object != i {
			t.Fatalf("handle %d is lost", i)
		}
	}
	if object, ok := table.Get(handles[n-1], MemObject); !ok || object != n-1 || table.Live() != n {
		t.Fatal("the second slab does not work")
	}
}

func TestHammer(t *testing.T) {
	table := newTable(t, 1)
	var wait sync.WaitGroup
	for worker := range 8 {
		wait.Go(func() {
			for i := range 5000 {
				value := worker*10000 + i
				handle := table.New(Event, value)
				if object, ok := table.Get(handle, Event); !ok || object != value {
					t.Errorf("lost object %d", value)
					return
				}
				table.Retire(handle)
			}
		})
	}
	wait.Wait()
	if live := table.Live(); live != 0 {
		t.Errorf("%d handles live", live)
	}
}

func BenchmarkGet(b *testing.B) {
	table := newTable(b, 1)
	handle := table.New(Event, 1)
	for b.Loop() {
		if _, ok := table.Get(handle, Event); !ok {
			b.Fatal("lost")
		}
	}
}

func TestLoadersWordIsInAllSlots(t *testing.T) {
	table := newTable(t, 0x1234)
	live, stale := table.New(Platform, 1), table.New(Event, 2)
	table.Retire(stale)
	table.SetLoaderData(0x5678)
	next := table.New(Context, 3)
	for name, handle := range map[string]uintptr{"live": live, "stale": stale, "next": next} {
		if loaderDataOf(handle) != 0x5678 || dispatchOf(handle) != 0x1234 {
			t.Errorf("%s: %#x after %#x", name, loaderDataOf(handle), dispatchOf(handle))
		}
	}
	table.SetLoaderData(0x9abc)
	if loaderDataOf(live) != 0x9abc || loaderDataOf(next) != 0x9abc {
		t.Error("a second loader's word is not everywhere")
	}
	if object, ok := table.Get(live, Platform); !ok || object != 1 {
		t.Error("the handle is lost")
	}
}

// Handles that were given out before there was a table stay what they are, with the loader's word in them.
func TestSlabIsContinued(t *testing.T) {
	slab, err := mapSlab(SlabBytes)
	if err != nil {
		t.Fatal(err)
	}
	for i := range uintptr(2) {
		writeSlot(slab+i*slotBytes, slotHead{dispatch: 0x1234})
		writeLoaderData(slab+i*slotBytes, 0x5678)
	}
	table := NewTable(0x1234, slab)
	for i, kind := range []Kind{Platform, Device, Context} {
		handle := table.New(kind, i)
		if handle != slab+uintptr(i)*slotBytes || dispatchOf(handle) != 0x1234 || loaderDataOf(handle) != 0x5678 {
			t.Errorf("handle %d is %#x of %#x: %#x, %#x", i, handle, slab, dispatchOf(handle), loaderDataOf(handle))
		}
	}
}
