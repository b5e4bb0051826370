package code

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/bundle"
)

// mappings counts the lines of the process's memory map.
func mappings(t *testing.T) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(maps), "heddle-code")
}

func TestNeverWritableAndExecutable(t *testing.T) {
	b, err := memory.Load(assemble(codeReturn))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Free()
	if got := protections(t, b.Entry()); got != "r-xs" {
		t.Errorf("code is mapped %s", got)
	}
	if got := protections(t, b.region.alias); got != "rw-s" {
		t.Errorf("the alias is mapped %s", got)
	}
}

func TestWithoutDoubleMapping(t *testing.T) {
	r, err := newSingleRegion(100)
	if err != nil {
		t.Fatal(err)
	}
	var m Memory
	m.regions = []*region{r}
	r.bytes, r.free = pageBytes, []span{{0, pageBytes / lineBytes}}
	b, err := m.Load(assemble(codeReturn))
	if err != nil {
		t.Fatal(err)
	}
	if got := protections(t, b.Entry()); got != "r-xp" || b.region != r {
		t.Errorf("code is mapped %s", got)
	}
	if _, ok := r.take(1); ok {
		t.Error("a second block in executable memory")
	}
	loop := newRunner(t, codeReturn, oneGroup)
	loop.loop.Entry = uint64(b.Entry())
	mustReturn(t, Run(&loop.loop), abi.Ended)
	b.Free()
	if !r.isEmpty() {
		t.Error("the region is not empty")
	}
	r.unmap()
}

func TestTenThousandBlocks(t *testing.T) {
	var m Memory
	before := mappings(t)
	random := rand.New(rand.NewPCG(1, 2))
	var live []*Block
	var want [][]byte
	for range 10000 {
		code := make([]byte, 1+random.IntN(3000))
		if random.IntN(200) == 0 {
			code = make([]byte, regionBytes+random.IntN(regionBytes))
		}
		for i := range min(len(code), 64) {
			code[i] = byte(random.Uint32())
		}
		b, err := m.Load(code)
		if err != nil {
			t.Fatal(err)
		}
		live, want = append(live, b), append(want, code)
		for len(live) > 500 || len(live) > 0 && random.IntN(3) == 0 {
			i, last := random.IntN(len(live)), len(live)-1
			if !bytes.Equal(bytesAt(live[i].Entry(), len(want[i])), want[i]) {
				t.Fatal("a block was overwritten")
			}
			live[i].Free()
			live[i], want[i] = live[last], want[last]
			live, want = live[:last], want[:last]
		}
	}
	for _, b := range live {
		b.Free()
	}
	if len(m.regions) != 1 || !m.regions[0].isEmpty() {
		t.Errorf("%d regions are left", len(m.regions))
	}
	m.regions[0].unmap()
	if after := mappings(t); after != before {
		t.Errorf("%d mappings before, %d after", before, after)
	}
}

func TestLoadWhileOthersRun(t *testing.T) {
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			r := newRunner(t, codeSuspend, geometry{bundle.Rows, 8, 1, [3]uint64{48, 1, 1}, [3]uint64{24, 1, 1},
				[3]uint64{}, true})
			for range 500 {
				b, err := memory.Load(assemble(codeReturn))
				if err != nil {
					t.Error(err)
					return
				}
				entry := r.loop.Entry
				r.loop.Entry, r.loop.Next, r.loop.IsLocated = uint64(b.Entry()), 0, 0
				r.loop.Suspends = 0
				if code := Run(&r.loop); code != abi.Ended {
					t.Errorf("returned %d", code)
				}
				b.Free()
				r.loop.Entry, r.loop.Next, r.loop.IsLocated, r.loop.Suspends = entry, 0, 0, 1
				if code := Run(&r.loop); code != abi.Ended || len(r.takeLog()) != 4*18 {
					t.Errorf("returned %d", code)
				}
			}
		})
	}
	all.Wait()
}

func TestVectorBits(t *testing.T) {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	text := string(info) + " "
	want := 0
	if strings.Contains(text, " avx2 ") && strings.Contains(text, " fma ") && strings.Contains(text, " bmi2 ") {
		want = 256
	}
	if want == 256 && strings.Contains(text, " avx512vl ") && strings.Contains(text, " avx512bw ") {
		want = 512
	}
	if got := vectorBitsAsked(); got != want {
		t.Errorf("%d bits by CPUID, want %d", got, want)
	}
	if got := VectorBits(); got != want {
		t.Errorf("vectors have %d bits, not %d", got, want)
	}
	if got, want := HasVNNI(), want == 512 && strings.Contains(text, " avx512_vnni "); got != want {
		t.Errorf("VNNI is there: %v, want %v", got, want)
	}
}
