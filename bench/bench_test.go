package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"heddle/compiler/amd64"
)

func TestEveryKernelFileCanBeRead(t *testing.T) {
	kernels, err := loadKernels("kernels", "")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(kernels), 35)
	for _, k := range kernels {
		require.NotEmpty(t, k.outputs, "%s compares nothing", k.name)
		require.Contains(t, k.source, "void "+k.name+"(")
	}
}

func TestCompareFindsOneWrongElement(t *testing.T) {
	folder := t.TempDir()
	dumps := [2]string{filepath.Join(folder, "a"), filepath.Join(folder, "b")}
	k := benchKernel{outputs: []string{"u32"}, counts: []int{2}}
	require.NoError(t, os.WriteFile(dumps[0], []byte{1, 0, 0, 0, 2, 0, 0, 0}, 0o600))
	require.NoError(t, os.WriteFile(dumps[1], []byte{1, 0, 0, 0, 2, 0, 0, 0}, 0o600))
	require.NoError(t, k.compare(dumps))
	require.NoError(t, os.WriteFile(dumps[1], []byte{1, 0, 0, 0, 3, 0, 0, 0}, 0o600))
	require.EqualError(t, k.compare(dumps), "1 of 2 differ")
}

func TestFiguresOfAClient(t *testing.T) {
	figures, err := parseFigures("load 12\ndone\ndiscover 3.5\n")
	require.NoError(t, err)
	require.Equal(t, map[string]float64{"load": 12, "discover": 3.5}, figures)
	_, err = parseFigures("load 12\nerror no platform\n")
	require.EqualError(t, err, "no platform")
}

func TestStartRow(t *testing.T) {
	var s strings.Builder
	writeStartRow(&s, "load", [2][]float64{{3000, 1000, 2000}, {8000, 4000, 6000}})
	require.Equal(t, "| load | 1000 ns, 2000 ns | 4000 ns, 6000 ns | 3.00 |\n", s.String())
}

func TestCommandTable(t *testing.T) {
	table := printCommands([2]map[string]float64{
		{"wide_copy_buffer": 9e6, "wide_fill_part": 12e6}, {"wide_copy_buffer": 18e6, "wide_fill_part": 6e6}})
	require.Contains(t, table,
		"| 2D, 32 MiB, rows of 8 KiB | clEnqueueCopyBuffer | 9000.0 µs | 100 % | 18.0 ms | 2.00 |\n")
	require.Contains(t, table, "| 2D, 32 MiB, rows of 8 KiB | fill, part | 12.0 ms | 75 % | 6000.0 µs | 0.50 |\n")
	require.Contains(t, printCommands([2]map[string]float64{{"wide_copy_buffer": 9e6, "wide_map_part": 9e3}, nil}),
		"| 2D, 32 MiB, rows of 8 KiB | map and unmap, part | 9000 ns |  | no images | |\n")
}

func TestCallTables(t *testing.T) {
	table := printCalls(map[string]float64{"read_4k": 456, "map_4k": 800, "map_256m": 880, "image": 1123,
		"image_growth": -3e5, "binary_bytes": 31190})
	require.Contains(t, table, "| 4 KiB read | 456 ns | 500 ns |\n")
	require.Contains(t, table, "| the same of 256 MiB, times as long | 1.10 | 1 |\n")
	require.Contains(t, table, "| 31190 | 50 KB |\n")
	require.Contains(t, table, "| image | 1123 ns | -0.3 MB |\n")
	require.Contains(t, printFormats(map[string]float64{"sobel_r8_first": 9e5, "sobel_r8_second": 4e5}),
		"| sobel_r8 | 900.0 µs | 400.0 µs | 500.0 µs |\n")
}

func TestEveryComparedKernelExists(t *testing.T) {
	kernels, err := loadKernels("kernels", "")
	require.NoError(t, err)
	names := map[string]bool{}
	for _, k := range kernels {
		names[k.name] = true
	}
	for table, c := range comparisons {
		for _, k := range c.kernels {
			require.True(t, names[k], "table %s: no kernel %s", table, k)
		}
	}
}

func TestSeveralWordsChooseKernels(t *testing.T) {
	kernels, err := loadKernels("kernels", "vecadd,nbody")
	require.NoError(t, err)
	require.Len(t, kernels, 3)
}

func TestVectorLoop(t *testing.T) {
	const listing = `
0000000000000000 <all_items>:
   0:	test   %ecx,%ecx
   2:	jle    30 <all_items+0x30>
  10:	vmovups (%rsi,%rax,4),%ymm0
  16:	vaddps (%rdx,%rax,4),%ymm0,%ymm0
  1c:	vmovups %ymm0,(%rdi,%rax,4)
  21:	add    $0x8,%rax
  25:	cmp    %rax,%r8
  28:	jne    10 <all_items+0x10>
  2a:	inc    %r9
  2d:	jne    0 <all_items>
  30:	vzeroupper
  33:	ret
`
	require.Equal(t, 6, vectorLoop(listing, "ymm"), "the inner loop")
	require.Equal(t, 0, vectorLoop(listing, "zmm"))
}

func TestLongestWay(t *testing.T) {
	var lines []amd64.Line
	for _, text := range []string{"mov a", "L0:", "add b", "jne L1", "vmovntps c", "jmp L2", "L1:", "vmovups d",
		"vmovups e", "L2:", "sub f", "jne L0", "ret"} {
		line := amd64.Line{Text: text}
		if !strings.HasSuffix(text, ":") {
			line.End = 1
		}
		lines = append(lines, line)
	}
	require.Equal(t, 6, longestWay(lines), "from L0 by L1 to the jump back")
	lines[11].Text = "nop"
	require.Equal(t, 8, longestWay(lines), "without a loop, all of it")
}

// TestLoopKernels wants machine code without loops for all kernels that are compared with clang.
func TestLoopKernels(t *testing.T) {
	files, err := filepath.Glob("loops/*.cl")
	require.NoError(t, err)
	total := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		program, err := linked(string(text))
		require.NoError(t, err)
		for _, k := range program.Kernels {
			total++
			for _, isa := range loopISAs {
				n, err := ourCount(k.Machine, isa)
				require.NoError(t, err, k.Name)
				require.Positive(t, n)
			}
			require.Contains(t, cSource(string(text), k), "id0++) "+k.Name+"(id0, id1, ")
		}
	}
	require.GreaterOrEqual(t, total, 40)
}

func TestShrunkLaunchesHaveWholeGroups(t *testing.T) {
	for launch, want := range map[string]string{
		"run 1 4194301 1 0 0":   "run 1 511 1 0 0",
		"run 1 1048576 1 256 1": "run 1 512 1 256 1",
		"run 1 100 1 0 0":       "run 1 100 1 0 0",
		"run 2 1024 1024 16 16": "run 2 16 32 16 16",
		"run 2 512 512 0 0":     "run 2 16 32 0 0",
		"run 1 65536 1 1024 1":  "run 1 1024 1 1024 1",
		"run 2 256 128 16 16":   "run 2 16 32 16 16",
	} {
		k := benchKernel{launch: launch}
		small, items := k.shrunk(512)
		require.Equal(t, want, small.launch, launch)
		require.Positive(t, items)
	}
}

func TestPairsOfIdioms(t *testing.T) {
	pairs, err := loadPairs("idioms", "")
	require.NoError(t, err)
	require.NotEmpty(t, pairs)

	const text = `//: pair a some title
//: in f32 8 1
//: out u8 4
//: options -D X=1
//: run 1 4 1 0 0
//: run_idiom 1 2 1 0 0
kernel void a_plain(global float *x, global uchar *y) {}
kernel void a_idiom(global float *x, global uchar *y) {}
`
	pairs, err = parsePairs(text)
	require.NoError(t, err)
	require.Len(t, pairs, 1)
	require.Equal(t, "a", pairs[0].name())
	require.Equal(t, "some title", pairs[0].title)
	require.Equal(t, []int{4}, pairs[0].forms[1].counts)
	require.Contains(t, pairs[0].forms[0].script(1, "d"),
		"kernel a_plain  -D X=1\nin f32 8 1\nout u8 4\nrun 1 4 1 0 0 1\n")
	require.Contains(t, pairs[0].forms[1].script(1, "d"),
		"kernel a_idiom  -D X=1\nin f32 8 1\nout u8 4\nrun 1 2 1 0 0 1\n")

	_, err = parsePairs(strings.ReplaceAll(text, "void a_idiom", "void b_idiom"))
	require.EqualError(t, err, "no kernel a_idiom")
	_, err = parsePairs(strings.ReplaceAll(text, "//: run ", "//: walk "))
	require.EqualError(t, err, `"walk 1 4 1 0 0": no such word`)
	_, err = parsePairs("//: run 1 1 1 0 0\n")
	require.EqualError(t, err, `"run 1 1 1 0 0" stands before the first pair`)
}

func TestCodeWithoutSwitches(t *testing.T) {
	kernels, err := loadKernels("kernels", "vecadd,sort_local")
	require.NoError(t, err)
	changed := map[string][2][]string{}
	for _, k := range kernels {
		s := subject{benchKernel: k}
		require.NoError(t, s.compareCode())
		changed[k.name] = s.changed
	}
	for i := range switchISAs {
		require.Contains(t, changed["vecadd"][i], "unmasked-bounds-check")
		require.NotContains(t, changed["vecadd"][i], "butterflies")
		require.Contains(t, changed["sort_local"][i], "butterflies")
		require.NotContains(t, changed["sort_local"][i], "unmasked-bounds-check")
	}
}

func TestRowOfASwitch(t *testing.T) {
	subjects := []*subject{
		{title: "a", changed: [2][]string{{"x"}, {"x"}}, ratios: map[string]float64{"x": 2}},
		{title: "b", changed: [2][]string{{"x"}, nil}, ratios: map[string]float64{"x": 0.5}},
		{title: "c", changed: [2][]string{nil, {"x"}}, ratios: map[string]float64{}},
		{title: "d", changed: [2][]string{{"x"}, {"x"}}, ratios: map[string]float64{"x": 1.04}},
		{title: "e", isIdiom: true, changed: [2][]string{{"x"}, {"x"}}, ratios: map[string]float64{"x": 3}},
	}
	require.Equal(t, "| `x` | does | 3, 3 | a 2.00 | b 0.50 | 1.01 | e 3.00 |  |\n",
		switchRow(amd64.Analysis{Name: "x", Doc: "does"}, subjects))

	for range mostNamed {
		subjects = append(subjects, &subject{title: "f", ratios: map[string]float64{"x": 1.5}})
	}
	subjects[0].ratios["x"] = 1.25
	require.True(t, strings.HasSuffix(named(subjects, "x", false), ", f 1.50, and 2 more, by 1.25 at least"))
}
