package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// The code of straight kernels beside that of a C compiler: the number of instructions per item.
//
// The kernels of loops/ have no loops after unrolling, and touch scalars only, so that vectorising compilers are made
// for a loop over all their items. With loops/opencl.h each is a C function, called in a loop with a pragma that its
// iterations are independent. clang tells how many items an iteration of the vector loop does; its instructions are
// counted in the disassembly. Ours is all that a bundle of sub-groups runs, from its entry to its end: clang's work
// before the loop is counted with each bundle.

// loopISA is an instruction set, as each side calls it.
type loopISA struct {
	isa      amd64.ISA
	bits     int
	flags    []string // for clang
	register string   // of vectors, in its disassembly
}

var loopISAs = []loopISA{
	{amd64.AVX512, 512, []string{"-march=skylake-avx512", "-mprefer-vector-width=512"}, "zmm"},
	{amd64.AVX2, 256, []string{"-march=haswell"}, "ymm"},
}

// loopRow is one kernel.
type loopRow struct {
	name        string
	ours, other [2]float64 // instructions per item, by instruction set; 0: no vector code
	problem     string
}

// loopTable compares all kernels of loops/.
func loopTable(only string) (string, error) {
	clang, err := findClang()
	if err != nil {
		return "", err
	}
	files, err := filepath.Glob("bench/loops/*.cl")
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("no kernels in bench/loops: %v", err)
	}
	var rows []loopRow
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		list, err := loopRows(clang, string(text), only)
		if err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
		rows = append(rows, list...)
	}
	return printLoops(rows), nil
}

// findClang finds the newest of several.
func findClang() (string, error) {
	for _, name := range []string{"clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("this table needs clang and objdump (apt-get install clang binutils)")
}

// loopRows compares the kernels of one file.
func loopRows(clang, text, only string) ([]loopRow, error) {
	program, err := linked(text)
	if err != nil {
		return nil, err
	}
	var rows []loopRow
	for _, k := range program.Kernels {
		if !strings.Contains(k.Name, only) {
			continue
		}
		row := loopRow{name: k.Name}
		for i, isa := range loopISAs {
			if row.ours[i], err = ourCount(k.Machine, isa); err == nil {
				row.other[i], err = otherCount(clang, text, k, isa)
			}
			if err != nil {
				row.problem = fmt.Sprintf("%s: %v", isa.isa, err)
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// linked compiles the kernels of a file.
func linked(text string) (*compiler.Program, error) {
	object, log, ok := compiler.Compile([]byte(text), nil, compiler.Options{Version: compiler.DefaultVersion})
	if !ok {
		return nil, fmt.Errorf("%s", log)
	}
	program, log, ok := compiler.Link([]*compiler.Object{object}, compiler.Options{})
	if !ok {
		return nil, fmt.Errorf("%s", log)
	}
	return program, nil
}

// ourCount is the instructions per item of the version that a large launch gets.
func ourCount(k *amd64.Kernel, isa loopISA) (float64, error) {
	plan := k.Plan(isa.bits)
	v := amd64.Version{Shape: abi.Rows, Count: plan.Rows, SmallIDs: true, Guarded: k.Guard() != nil, FullBundles: true}
	l := k.Listing(isa.isa, v)
	if l.Err != nil {
		return 0, l.Err
	}
	if l.Code.HasLoops {
		return 0, fmt.Errorf("our code has a loop")
	}
	n := longestWay(l.Allocated)
	return float64(n) / float64(isa.bits/32*plan.Rows), nil
}

// longestWay counts the instructions of a bundle: on the longest path from the beginning to the end, or, where the code
// runs one bundle after the other, from the target of its last backward jump up to that jump. Of two ways to store,
// between which the launch decides, the longer counts.
func longestWay(lines []amd64.Line) int {
	labels := map[string]int{}
	for i, line := range lines {
		if name, ok := strings.CutSuffix(line.Text, ":"); ok {
			labels[name] = i
		}
	}
	jump := func(i int) (to int, isJump, isAlways bool) {
		op, name, _ := strings.Cut(lines[i].Text, " ")
		to, isLabel := labels[name]
		return to, isLabel && op[0] == 'j', op == "jmp"
	}
	first, last := 0, len(lines)-1
	for i := range lines {
		if to, isJump, _ := jump(i); isJump && to < i {
			first, last = to, i
		}
	}
	ways := make([]int, len(lines)+1)
	for i := last; i >= first; i-- {
		to, isJump, isAlways := jump(i)
		way := 0
		if i < last && !isAlways {
			way = ways[i+1]
		}
		if i < last && isJump && to > i && to <= last {
			way = max(way, ways[to])
		}
		if lines[i].End > lines[i].Start {
			way++
		}
		ways[i] = way
	}
	return ways[first]
}

// cSource is a kernel as C: the file's kernels become functions of the ids, and a loop in the last line, after its
// pragma, calls the kernel. clang names the loop by its line.
func cSource(text string, k *compiler.Kernel) string {
	var params, args []string
	for _, a := range k.Args {
		star := ""
		typ := a.TypeName
		if name, ok := strings.CutSuffix(typ, "*"); ok {
			typ, star = name, "*restrict "
		}
		params = append(params, fmt.Sprintf("%s %s%s", typ, star, a.Name))
		args = append(args, a.Name)
	}
	text = kernelHead.ReplaceAllString(text, "static inline __attribute__((always_inline)) void $1(int id0, int id1, ")
	return fmt.Sprintf("#include \"opencl.h\"\n%s\nvoid all_items(%s, int n0, int n1) {\n"+
		"for (int id1 = 0; id1 < n1; id1++) {\n#pragma omp simd\n"+
		"for (int id0 = 0; id0 < n0; id0++) %s(id0, id1, %s); } }",
		text, strings.Join(params, ", "), k.Name, strings.Join(args, ", "))
}

var (
	vectorized = regexp.MustCompile(
		`k.c:(\d+):\d+: remark: vectorized loop \(vectorization width: (\d+), interleaved count: (\d+)\)`)
	kernelHead = regexp.MustCompile(`kernel void (\w+)\(`)
	asmLine    = regexp.MustCompile(`^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$`)
)

// otherCount is the instructions per item of clang's vector loop, 0 if it made none.
func otherCount(clang, text string, k *compiler.Kernel, isa loopISA) (float64, error) {
	folder, err := os.MkdirTemp("", "loops")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	source, out := filepath.Join(folder, "k.c"), filepath.Join(folder, "k.o")
	c := cSource(text, k)
	if err := os.WriteFile(source, []byte(c), 0o600); err != nil {
		return 0, err
	}
	flags := append([]string{"-O3", "-fopenmp-simd", "-ffp-contract=fast", "-fno-math-errno", "-fno-trapping-math",
		"-ffreestanding", "-Wno-everything", "-Rpass=loop-vectorize", "-Ibench/loops", "-c", source, "-o",
		out}, isa.flags...)
	remarks, err := exec.Command(clang, flags...).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("clang: %s", firstLine(remarks))
	}
	width, count := 0, 0
	for _, found := range vectorized.FindAllSubmatch(remarks, -1) {
		if string(found[1]) == fmt.Sprint(strings.Count(c, "\n")) {
			width, _ = strconv.Atoi(string(found[2]))
			count, _ = strconv.Atoi(string(found[3]))
		}
	}
	if width == 0 {
		return 0, nil
	}
	listing, err := exec.Command("objdump", "-d", "--no-show-raw-insn", out).Output()
	if err != nil {
		return 0, fmt.Errorf("objdump: %w", err)
	}
	n := vectorLoop(string(listing), isa.register)
	return float64(n) / float64(width*count), nil
}

func firstLine(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return string(line)
}

// vectorLoop is the number of instructions of the innermost loop with the most vector instructions in a disassembly.
func vectorLoop(listing, register string) int {
	type inst struct {
		at     uint64
		target uint64 // of a jump
		vector bool
	}
	var code []inst
	for line := range strings.Lines(listing) {
		m := asmLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			continue
		}
		at, _ := strconv.ParseUint(m[1], 16, 64)
		in := inst{at: at, vector: strings.Contains(m[3], register)}
		if strings.HasPrefix(m[2], "j") {
			in.target, _ = strconv.ParseUint(strings.Fields(m[3])[0], 16, 64)
		} else {
			in.target = ^uint64(0)
		}
		code = append(code, in)
	}
	best, bestVectors := 0, 0
	for i, end := range code {
		if end.target > end.at {
			continue
		}
		start, _ := slices.BinarySearchFunc(code, end.target, func(in inst, at uint64) int {
			return cmp.Compare(in.at, at)
		})
		body, vectors := code[start:i+1], 0
		isInner := true
		for j, in := range body {
			isInner = isInner && (j == len(body)-1 || in.target > in.at)
			if in.vector {
				vectors++
			}
		}
		if isInner && vectors > bestVectors {
			best, bestVectors = len(body), vectors
		}
	}
	return best
}

// printLoops makes the table, the worst first.
func printLoops(rows []loopRow) string {
	slices.SortStableFunc(rows, func(a, b loopRow) int { return cmp.Compare(b.worst(), a.worst()) })
	var s strings.Builder
	s.WriteString("Instructions per item of straight kernels, ours and clang's (`-O3`, a loop over items with `omp " +
		"simd`); a dash is a loop that clang did not vectorise.\n\n" +
		"| kernel | AVX-512 | clang | ratio | AVX2 | clang | ratio |\n|---|---:|---:|---:|---:|---:|---:|\n")
	within, all := 0, 0
	for _, r := range rows {
		if r.problem != "" {
			fmt.Fprintf(&s, "| %s | %s |\n", r.name, r.problem)
			continue
		}
		fmt.Fprintf(&s, "| %s |", r.name)
		for i := range loopISAs {
			if r.other[i] == 0 {
				fmt.Fprintf(&s, " %.2f | – | – |", r.ours[i])
				continue
			}
			fmt.Fprintf(&s, " %.2f | %.2f | %.2f |", r.ours[i], r.other[i], r.ours[i]/r.other[i])
			all++
			if r.ours[i] <= 2*r.other[i] {
				within++
			}
		}
		s.WriteString("\n")
	}
	fmt.Fprintf(&s, "\nWithin twice clang's: %d of %d.\n", within, all)
	return s.String()
}

// worst is the larger ratio of the two instruction sets.
func (r *loopRow) worst() float64 {
	worst := 0.0
	for i := range r.ours {
		if r.other[i] > 0 {
			worst = max(worst, r.ours[i]/r.other[i])
		}
	}
	return worst
}
