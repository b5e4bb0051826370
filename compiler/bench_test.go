package compiler

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"heddle/compiler/amd64"
	"heddle/compiler/bundle"
)

// cpuTime is the processor time that the process has used, garbage collection included: on a busy machine it is more
// reliable than the clock.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// benchmarkBuild builds a source as clBuildProgram does.
func benchmarkBuild(b *testing.B, source []byte) {
	o, _ := ParseOptions("")
	benchmarkBuildWith(b, source, o)
}

func benchmarkBuildWith(b *testing.B, source []byte, o Options) {
	b.ReportAllocs()
	b.SetBytes(int64(len(source)))
	start := cpuTime()
	for b.Loop() {
		object, log, ok := Compile(source, nil, o)
		if !ok {
			b.Fatal(log)
		}
		if _, log, ok := Link([]*Object{object}, o); !ok {
			b.Fatal(log)
		}
	}
	b.ReportMetric(float64((cpuTime()-start).Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

func BenchmarkBuild50Lines(b *testing.B) { benchmarkBuild(b, []byte(testSource(b, "local_memory.cl"))) }

// BenchmarkBuild5000Lines builds a unit of 1,000 small functions and a kernel that calls them.
func BenchmarkBuild5000Lines(b *testing.B) { benchmarkBuild(b, manyFunctions(1000)) }

func manyFunctions(n int) []byte {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "static uint f%d(uint a, uint b)\n{\n\tuint c = a * %d + (b >> %d);\n"+
			"\treturn c ^ (a & b) | rotate(c, a);\n}\n", i, i, i%31)
	}
	text.WriteString("kernel void k(global uint *p)\n{\n\tuint i = get_global_id(0), x = p[i];\n")
	for i := range n {
		fmt.Fprintf(&text, "\tx = f%d(x, i);\n", i)
	}
	text.WriteString("\tp[i] = x;\n}\n")
	return []byte(text.String())
}

// longKernels are sources of about n lines in one kernel, each of a kind whose cost could grow faster than its length.
var longKernels = map[string]func(n int) string{
	"straight": func(n int) string {
		return inKernel(n, "\tx = x * %dU + (y >> 3);\n\ty = y ^ x;\n", 2)
	},
	"branches": func(n int) string {
		return inKernel(n, "\tif (x & %d) {\n\t\ty += x;\n\t} else {\n\t\tx ^= y;\n\t}\n", 5)
	},
	"returns": func(n int) string {
		return inKernel(n, "\tif (x == %d)\n\t\treturn;\n\tx += p[y + x];\n", 3)
	},
	"loops": func(n int) string {
		return inKernel(n, "\tfor (uint j = 0; j < (x & 7); j++)\n\t\ty += p[j + %d];\n\tx += y;\n", 3)
	},
	"continues": func(n int) string {
		head := "\tfor (uint r = 0; r < 10; r++) {\n"
		text := inKernel(n, "\tif (x == %d)\n\t\tcontinue;\n\tx += p[y + x];\n", 3)
		return strings.NewReplacer("//body\n", head, "//end\n", "\t}\n").Replace(text)
	},
	"breaks": func(n int) string {
		head := "\tfor (uint r = 0; r < 10; r++) {\n"
		text := inKernel(n, "\tif (x == %d)\n\t\tbreak;\n\tx += p[y + x];\n", 3)
		return strings.NewReplacer("//body\n", head, "//end\n", "\t}\n").Replace(text)
	},
	"variables": func(n int) string {
		return inKernel(n, "\tuint v%[1]d = p[%[1]d];\n\tif (v%[1]d > x)\n\t\tv%[1]d = y;\n\tx += v%[1]d;\n", 4)
	},
	"barriers": func(n int) string {
		return inKernel(n, "\tp[x & 15] = y + %d;\n\tbarrier(CLK_GLOBAL_MEM_FENCE);\n\ty += p[y & 15];\n", 3)
	},
	"cases": func(n int) string {
		head := "\tswitch (x) {\n"
		text := inKernel(n, "\tcase %[1]d: x = y * %[1]d; y ^= x; break;\n", 1)
		return strings.NewReplacer("//body\n", head, "//end\n", "\t}\n").Replace(text)
	},
	"pressure": func(n int) string {
		var text strings.Builder
		for i := range n / 2 {
			fmt.Fprintf(&text, "\tuint w%[1]d = p[%[1]d];\n", i)
		}
		for i := range n / 2 {
			fmt.Fprintf(&text, "\tx = x * 3 + w%d;\n", i)
		}
		return strings.Replace(inKernel(0, "", 1), "//body\n", text.String(), 1)
	},
}

func init() {
	longKernels["functions"] = func(n int) string { return string(manyFunctions(n / 6)) }
	longKernels["nests"] = func(n int) string { return inKernel(n, nest("if (x & %d) {", 20), 60) }
	longKernels["nested loops"] = func(n int) string {
		return inKernel(n, nest("for (uint j%[1]d = 0; j%[1]d < (x & 3); j%[1]d++) {", 5), 15)
	}
	longKernels["uniform loops"] = func(n int) string {
		return inKernel(n, "\tfor (uint j = 0; j < p[%d]; j++)\n\t\ty += p[j * 64 + x];\n\tx += y;\n", 3)
	}
	longKernels["stores"] = func(n int) string { return inKernel(n, "\tp[x * 4 + %d] = y + p[x];\n", 1) }
	longKernels["bytes"] = func(n int) string {
		return inKernel(n, "\t((global uchar *)p)[x * 4 + y %% 8] = ((global uchar *)p)[y + %d];\n", 1)
	}
	longKernels["atomics"] = func(n int) string {
		return inKernel(n, "\tatomic_add(&p[p[x + %d] & 255], y);\n", 1)
	}
	longKernels["swaps"] = func(n int) string {
		return inKernel(n, "\tfor (uint o = p[y + %[1]d];;) {\n"+
			"\t\tuint c = atomic_cmpxchg(&p[y + %[1]d], o, o * 3 + x);\n\t\tif (c == o) break;\n\t\to = c;\n\t}\n", 5)
	}
	longKernels["floats"] = func(n int) string {
		return inKernel(n, "\ty += as_uint(sqrt(as_float(x | %d)) / (as_float(y) + 1.5f));\n", 1)
	}
}

// nest is a piece of source that opens a number of nested blocks and closes them.
func nest(open string, depth int) string {
	var text strings.Builder
	for d := range depth {
		text.WriteString("\t" + strings.NewReplacer("%d", fmt.Sprint(1<<(d%16)), "%[1]d", fmt.Sprint(d)).Replace(open) +
			"\n")
		fmt.Fprintf(&text, "\ty = y * 3 + %d;\n", d)
	}
	return strings.ReplaceAll(text.String(), "%", "%%") + strings.Repeat("\t}\n", depth) + "\tx += y + %d;\n"
}

func inKernel(n int, format string, lines int) string {
	var text strings.Builder
	text.WriteString("kernel void k(global uint *p)\n{\n\tuint x = get_global_id(0), y = p[x];\n//body\n")
	for i := range n / lines {
		fmt.Fprintf(&text, format, i)
	}
	text.WriteString("//end\n\tp[0] = x + y;\n}\n")
	return text.String()
}

// BenchmarkLongKernel shows whether ten times the lines take ten times the time.
func BenchmarkLongKernel(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(longKernels)) {
		source := longKernels[name]
		for _, lines := range []int{400, 4_000, 40_000} {
			b.Run(fmt.Sprintf("%s/%d", name, lines), func(b *testing.B) { benchmarkBuild(b, []byte(source(lines))) })
		}
	}
}

// BenchmarkLongKernelCode shows the same of machine code: of the version that runs first, with the choice of bundles.
func BenchmarkLongKernelCode(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(longKernels)) {
		source := longKernels[name]
		for _, bits := range []int{512, 256} {
			for _, lines := range []int{400, 4_000, 40_000} {
				b.Run(fmt.Sprintf("%s/%d bits/%d", name, bits, lines), func(b *testing.B) {
					benchmarkCode(b, []byte(source(lines)), bits)
				})
			}
		}
	}
}

// benchmarkCode makes machine code of all kernels of a program as a first launch does; building the program does not
// count.
func benchmarkCode(b *testing.B, source []byte, bits int) {
	var spent time.Duration
	for b.Loop() {
		object, log, ok := Compile(source, nil, Options{Version: DefaultVersion})
		if !ok {
			b.Fatal(log)
		}
		program, log, ok := Link([]*Object{object}, Options{})
		if !ok {
			b.Fatal(log)
		}
		start := cpuTime()
		for _, k := range program.Kernels {
			plan := k.Machine.Plan(bits)
			v := amd64.Version{Shape: bundle.Rows, Count: plan.Rows, SmallIDs: true, FullBundles: true,
				Guarded: k.Machine.Guard() != nil}
			if _, err := k.Machine.Version(bits, v); err != nil {
				b.Fatal(err)
			}
		}
		spent += cpuTime() - start
	}
	b.ReportMetric(float64(spent.Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

// BenchmarkHashcat builds units of Debian's hashcat-data, the largest sources known, with the options of hashcat 6.2.6
// for a CPU: one that is mostly header, one of usual size, and the one that becomes the largest program.
func BenchmarkHashcat(b *testing.B) {
	const dir = "/usr/share/hashcat/OpenCL"
	options := "-cl-std=CL1.2 -w -I " + dir + " -D INCLUDE_PATH=" + dir
	for word := range strings.FieldsSeq("KERNEL_STATIC XM2S(x)=#x M2S(x)=XM2S(x) MAX_THREADS_PER_BLOCK=64 " +
		"LOCAL_MEM_TYPE=2 VENDOR_ID=64 CUDA_ARCH=0 HAS_ADD=0 HAS_ADDC=0 HAS_SUB=0 HAS_SUBC=0 HAS_VADD3=0 " +
		"HAS_VADD_CO=0 VECT_SIZE=1 DEVICE_TYPE=2 DGST_R0=0 DGST_R1=3 DGST_R2=2 DGST_R3=1 DGST_ELEM=4 KERN_TYPE=0 " +
		"ATTACK_EXEC=11 ATTACK_KERN=0") {
		options += " -D " + word
	}
	o, err := ParseOptions(options)
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"m02000_a3-pure.cl", "m00000_a3-pure.cl", "m24500-pure.cl"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			b.Skip("hashcat-data is not installed")
		}
		b.Run(name, func(b *testing.B) { benchmarkBuildWith(b, text, o) })
	}
}
