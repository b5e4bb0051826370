package spirv_test

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"heddle/compiler"
	"heddle/compiler/mutate"
	"heddle/compiler/spirv"
)

// seeds are the modules that tests run.
func seeds(tb testing.TB) [][]byte {
	var paths []string
	for _, folder := range [...]string{"exec/testdata/spirv", "conformance/spirv", "conformance/clients",
		"compiler/spirv/translate/testdata"} {
		found, err := filepath.Glob("../../" + folder + "/*.spv")
		if err != nil || len(found) == 0 {
			tb.Fatalf("no modules in %s: %v", folder, err)
		}
		paths = append(paths, found...)
	}
	var list [][]byte
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, text)
	}
	return list
}

// FuzzModule changes words of valid modules: each change is the number of a word and its new value, or another word of
// the module to put there. The compiler must refuse the module or make code of it, and neither panic nor hang.
func FuzzModule(f *testing.F) {
	modules := seeds(f)
	for i := range modules {
		f.Add(uint8(i), []byte{})
		for at := range 24 {
			f.Add(uint8(i), []byte{byte(17 * at), byte(at), 3, byte(at), byte(5 * at), 1, byte(31 * at), byte(at), 200})
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, changes []byte) {
		module := append([]byte(nil), modules[int(which)%len(modules)]...)
		changeWords(module, changes)
		build(module)
	})
}

// changeWords changes the words of a module by three bytes each: two are the word's number, and the third says what
// comes there.
func changeWords(module, changes []byte) {
	words := uint32(len(module) / 4)
	for ; len(changes) >= 3; changes = changes[3:] {
		at := 4 * (uint32(binary.LittleEndian.Uint16(changes)) % words)
		old := binary.LittleEndian.Uint32(module[at:])
		var value uint32
		switch how := uint32(changes[2]); {
		case how < 64: // a small number, or one bit more
			value = how
		case how < 96:
			value = old ^ 1<<(how-64)
		case how < 128:
			value = old + how - 112
		case how == 255:
			value = ^uint32(0)
		default: // a word nearby
			from := 4 * ((at/4 + how - 192 + words) % words)
			value = binary.LittleEndian.Uint32(module[from:])
		}
		binary.LittleEndian.PutUint32(module[at:], value)
	}
}

// build compiles and links as clBuildProgram does, and reports whether that worked.
func build(module []byte) (isGood bool) {
	options, err := compiler.ParseOptions("")
	if err != nil {
		panic(err)
	}
	object, log, ok := compiler.Compile(module, nil, options)
	if strings.Contains(log, "internal error") {
		panic(log)
	}
	if !ok {
		return false
	}
	_, _, ok = compiler.Link([]*compiler.Object{object}, options)
	return ok
}

// TestRefusedModules: modules that were found by changing others are refused, and why stands in the log.
func TestRefusedModules(t *testing.T) {
	for name, reason := range map[string]string{"argument_without_type": "has no overload for these types"} {
		module, err := os.ReadFile("testdata/refused/" + name + ".spv")
		if err != nil {
			t.Fatal(err)
		}
		options, err := compiler.ParseOptions("")
		if err != nil {
			t.Fatal(err)
		}
		if _, log, ok := compiler.Compile(module, nil, options); ok || !strings.Contains(log, reason) {
			t.Errorf("%s: %v, %s", name, ok, log)
		}
	}
}

// FuzzRead reads bytes that may be anything. Code is made of short modules only, for the passes take most of the time;
// FuzzModule makes it of all.
func FuzzRead(f *testing.F) {
	const short = 2048
	for _, module := range seeds(f) {
		if len(module) <= 4*short {
			f.Add(module)
		}
		f.Add(module[:min(len(module)/2, 4*short)&^3])
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		if _, err := spirv.Parse(code); err == nil && len(code) <= short {
			build(code)
		}
	})
}

// TestRandomChanges makes a fixed number of changed modules, a few in each run of the tests. SPIRV_CHANGES asks for
// more, SPIRV_SEED for others.
func TestRandomChanges(t *testing.T) {
	count := 1500
	if text := os.Getenv("SPIRV_CHANGES"); text != "" {
		var err error
		if count, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	modules := seeds(t)
	seed := uint64(count)
	if text := os.Getenv("SPIRV_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range count {
		module := append([]byte(nil), modules[random.IntN(len(modules))]...)
		changes := make([]byte, 3*(1+random.IntN(3)))
		for k := range changes {
			changes[k] = byte(random.Uint32())
		}
		changeWords(module, changes)
		start := time.Now()
		func() {
			defer func() {
				if r := recover(); r != nil {
					path := filepath.Join(os.TempDir(), "changed.spv")
					_ = os.WriteFile(path, module, 0o644)
					t.Fatalf("change %d of seed %d (%s): %v\n%s", i, seed, path, r, debug.Stack())
				}
			}()
			build(module)
		}()
		if took := time.Since(start); took > 20*time.Second {
			t.Fatalf("change %d of seed %d took %v", i, seed, took)
		}
	}
}

// TestChangedModules compiles modules with any bytes changed, removed and inserted.
func TestChangedModules(t *testing.T) {
	var short [][]byte
	for _, module := range seeds(t) {
		if len(module) < 4096 {
			short = append(short, module)
		}
	}
	(&mutate.Loop{Seeds: short, Usual: 2000, Longest: 1 << 14, Try: build}).Run(t)
}

// BenchmarkParse reads the longest module of the tests, and reports the time for a megabyte.
func BenchmarkParse(b *testing.B) {
	var longest []byte
	for _, module := range seeds(b) {
		if len(module) > len(longest) {
			longest = module
		}
	}
	b.SetBytes(int64(len(longest)))
	for b.Loop() {
		if _, err := spirv.Parse(longest); err != nil {
			b.Fatal(err)
		}
	}
}
