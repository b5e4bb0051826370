package exec

import (
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestKernelFilesAsModules compiles the files with clang-15 and llvm-spirv-15 and launches the kernels of the SPIR-V
// modules; what the files themselves make is right. SPIRV_MODULES names the folder in which modules are kept from run
// to run, SPIRV_FLAGS the flags of clang in place of -O1, and SPIRV_CLANG a clang that makes modules by itself (20 and
// later). Files that these compilers do not take are left out: the test tells how many.
func TestKernelFilesAsModules(t *testing.T) {
	folder := os.Getenv("SPIRV_MODULES")
	if folder == "" {
		t.Skip("SPIRV_MODULES names no folder for modules; it takes some minutes")
	}
	paths, err := kernelFiles()
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, path := range paths {
		name := strings.TrimSuffix(strings.TrimPrefix(path, "testdata/"), ".cl")
		f, err := readKernelFile(path)
		if err != nil || f.common.module != "" || len(f.more) > 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			module, err := clangModule(f, folder)
			if err != nil {
				refused++
				t.Skipf("clang and llvm-spirv: %v", err)
			}
			f.common.module = module
			f.plain()
			f.run(t)
		})
	}
	t.Logf("%d of %d files are not for clang and llvm-spirv", refused, len(paths))
}

// plain leaves out what is about the machine code of the file itself, and all bundles but the kernels' own.
func (f *kernelFile) plain() {
	sections := []*section{&f.common}
	for _, s := range f.own {
		sections = append(sections, s)
	}
	for _, s := range sections {
		s.expects, s.also, s.bundles, s.only = nil, nil, []bundle{{own: true}}, true
	}
}

// clangPrelude stands before each file, because clang wants to be told.
const clangPrelude = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"

// clangModule makes the module of a file unless it is there, and returns its path. Where llvm-spirv does not take what
// clang has optimised, clang does less.
func clangModule(f *kernelFile, folder string) (string, error) {
	levels := []string{"-O1", "-O1 -Xclang -disable-llvm-passes"}
	if text := os.Getenv("SPIRV_FLAGS"); text != "" {
		levels = []string{text}
	}
	key := fnv.New64a()
	fmt.Fprint(key, f.source, f.common.options, levels, os.Getenv("SPIRV_CLANG"))
	base := filepath.Join(folder, fmt.Sprintf("%016x", key.Sum64()))
	if text, err := os.ReadFile(base + ".failed"); err == nil {
		return "", fmt.Errorf("%s", text)
	}
	if _, err := os.Stat(base + ".spv"); err == nil {
		return base + ".spv", nil
	}
	var err error
	for _, flags := range levels {
		if err = f.translate(base, strings.Fields(flags)); err == nil {
			return base + ".spv", nil
		}
	}
	return "", errors.Join(err, os.WriteFile(base+".failed", []byte(err.Error()), 0o644))
}

// translate makes a module of a file.
func (f *kernelFile) translate(base string, flags []string) error {
	if err := os.WriteFile(base+".h", []byte(clangPrelude), 0o644); err != nil {
		return err
	}
	defer func() { _, _ = os.Remove(base+".bc"), os.Remove(base+".h") }()
	flags = append(flags, "-c", "-cl-no-stdinc", "-Xclang", "-finclude-default-header", "-Xclang", "-cl-ext=+all", "-w",
		"-cl-std=CL3.0", "-fno-discard-value-names", "-gline-tables-only", "-include", base+".h")
	for _, extension := range [...]string{"subgroups", "subgroups_char", "subgroups_short", "subgroups_long"} {
		flags = append(flags, "-Dcl_intel_"+extension)
	}
	flags = slices.Concat(flags, strings.Fields(f.common.options), []string{f.path})
	if clang := os.Getenv("SPIRV_CLANG"); clang != "" {
		return runTool(clang, append(flags, "-target", "spirv64", "-mllvm", "-spirv-ext=all", "-o", base+".spv"))
	}
	if err := runTool("clang-15", append(flags, "-emit-llvm", "-target", "spir64", "-o", base+".bc")); err != nil {
		return err
	}
	err := runTool("llvm-spirv-15", []string{"--spirv-max-version=1.4", "--spirv-ext=+all", base + ".bc", "-o",
		base + ".spv"})
	if err != nil {
		_ = os.Remove(base + ".spv") // an empty file
	}
	return err
}

func runTool(name string, args []string) error {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %.400s", name, err, out)
	}
	return nil
}
