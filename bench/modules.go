package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// moduleTable measures kernels as OpenCL C and as SPIR-V that clang-15 and llvm-spirv-15 make of it, and compares the
// results.
func (b *bench) moduleTable(kernels []benchKernel) string {
	var s strings.Builder
	s.WriteString("Processor time of a launch, on one worker, of kernels from OpenCL C and from SPIR-V that clang " +
		"and llvm-spirv of Debian make of it (-O1), and how many times as long the latter takes.\n\n" +
		"| kernel | build | build, SPIR-V | launch | launch, SPIR-V | ratio |\n|---|---:|---:|---:|---:|---:|\n")
	sum, count := 0.0, 0
	for i := range kernels {
		row, ratio := b.moduleRow(&kernels[i])
		if ratio != 0 {
			sum, count = sum+math.Log(ratio), count+1
		}
		s.WriteString(row)
		fmt.Fprint(os.Stderr, row)
	}
	fmt.Fprintf(&s, "\nGeometric mean of %d: %.3f.\n", count, math.Exp(sum/float64(max(count, 1))))
	return s.String()
}

// moduleRow measures both forms of a kernel in turns; the ratio is 0 after an error.
func (b *bench) moduleRow(k *benchKernel) (string, float64) {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	module := *k
	if module.source, err = moduleOf(folder, k); err != nil {
		return fmt.Sprintf("| %s | %v |\n", k.name, err), 0
	}
	dumps := [2]string{filepath.Join(folder, "0"), filepath.Join(folder, "1")}
	var least [2]map[string]float64
	for range b.rounds {
		for i, form := range [2]*benchKernel{k, &module} {
			script := form.script(b.seconds, dumps[i])
			figures, err := ask(b.client, b.drivers[0].icd, script, "HEDDLE_MAX_COMPUTE_UNITS=1")
			if err != nil {
				b.failed = true
				return fmt.Sprintf("| %s | %v |\n", k.name, err), 0
			}
			least[i] = keepLeast(least[i], figures)
		}
	}
	verdict := ""
	if err := k.compare(dumps); err != nil {
		b.failed, verdict = true, ", "+err.Error()
	}
	ratio := least[1]["processor"] / least[0]["processor"]
	row := fmt.Sprintf("| %s | %s | %s | %s | %s | %.2f%s |\n", k.name, duration(least[0]["build"]),
		duration(least[1]["build"]), duration(least[0]["processor"]), duration(least[1]["processor"]), ratio, verdict)
	return row, ratio
}

func run(name string, arguments []string) error {
	if out, err := exec.Command(name, arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %.200s", name, err, out)
	}
	return nil
}

// moduleOf is the SPIR-V of a kernel, by the clang that SPIRV_CLANG names or, without, by clang-15 and llvm-spirv-15.
func moduleOf(folder string, k *benchKernel) (string, error) {
	source, bitcode := filepath.Join(folder, "k.cl"), filepath.Join(folder, "k.bc")
	module := filepath.Join(folder, "k.spv")
	if err := os.WriteFile(source, []byte(k.source), 0o644); err != nil {
		return "", err
	}
	clang := append([]string{"-O1", "-c", "-Xclang", "-finclude-default-header", "-Xclang", "-cl-ext=+all",
		"-cl-std=CL3.0", "-w"}, strings.Fields(k.options)...)
	if other := os.Getenv("SPIRV_CLANG"); other != "" {
		clang = append(clang, "-target", "spirv64", "-mllvm", "-spirv-ext=all", "-o", module, source)
		if err := run(other, clang); err != nil {
			return "", err
		}
		text, err := os.ReadFile(module)
		return string(text), err
	}
	clang = append(clang, "-emit-llvm", "-target", "spir64")
	translate := []string{"--spirv-max-version=1.4", "--spirv-ext=+all", bitcode, "-o", module}
	err := run("clang-15", append(clang, "-o", bitcode, source))
	if err == nil {
		err = run("llvm-spirv-15", translate)
	}
	if err != nil { // older translators lack an instruction that optimisers make
		clang = append([]string{"-Xclang", "-disable-llvm-passes"}, clang...)
		if err = run("clang-15", append(clang, "-o", bitcode, source)); err == nil {
			err = run("llvm-spirv-15", translate)
		}
	}
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(module)
	return string(text), err
}
