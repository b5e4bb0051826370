package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// benchKernel is one file of kernels/: a comment with its group, then //: lines: first what one launch does ("bytes N",
// "ops N" or "items N"), then the arguments in order, last the launch, all in the client's words.
type benchKernel struct {
	name, group string
	source      string
	unit        string  // bytes, ops or items
	amount      float64 // of the unit in one launch
	arguments   []string
	launch      string
	options     string   // of the build
	outputs     []string // element types of the compared buffers, one for each element count in counts
	counts      []int
}

// loadKernels reads all kernels whose name contains one of some words, separated by commas.
func loadKernels(folder, words string) ([]benchKernel, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.cl"))
	if err != nil {
		return nil, err
	}
	var kernels []benchKernel
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".cl")
		if !isNamed(name, words) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		k, err := parseKernel(name, string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		kernels = append(kernels, k)
	}
	if len(kernels) == 0 {
		return nil, fmt.Errorf("no kernel in %s has a name with one of %q", folder, words)
	}
	return kernels, nil
}

// isNamed reports whether a name contains one of some words, separated by commas.
func isNamed(name, words string) bool {
	return slices.ContainsFunc(strings.Split(words, ","), func(word string) bool {
		return strings.Contains(name, word)
	})
}

func parseKernel(name, text string) (benchKernel, error) {
	k := benchKernel{name: name, source: text}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if group, ok := strings.CutPrefix(line, "// "); ok && k.group == "" {
			k.group = group
			continue
		}
		words, ok := strings.CutPrefix(line, "//: ")
		if !ok {
			break
		}
		fields := strings.Fields(words)
		switch fields[0] {
		case "bytes", "ops", "items":
			amount, err := strconv.ParseFloat(fields[1], 64)
			if err != nil {
				return k, err
			}
			k.unit, k.amount = fields[0], amount
		case "run":
			k.launch = words
		default:
			k.arguments = append(k.arguments, words)
			if fields[0] == "out" || fields[0] == "inout" {
				count, err := strconv.Atoi(fields[2])
				if err != nil {
					return k, err
				}
				k.outputs, k.counts = append(k.outputs, fields[1]), append(k.counts, count)
			}
		}
	}
	if k.unit == "" || k.launch == "" {
		return k, fmt.Errorf("the //: lines name no amount or no launch")
	}
	return k, nil
}

// script is the client's script to measure a kernel for some seconds and dump its results.
func (k *benchKernel) script(seconds float64, dump string) string {
	var s strings.Builder
	fmt.Fprintf(&s, "source %d\n%skernel %s %s\n", len(k.source), k.source, k.name, k.options)
	for _, a := range k.arguments {
		s.WriteString(a + "\n")
	}
	fmt.Fprintf(&s, "%s %g\ndump %s\n", k.launch, seconds, dump)
	return s.String()
}

// compileClient builds client/client.c for a processor.
func compileClient(processor string) (string, error) {
	return compile("build/bench-client", "bench/client/client.c", "-march="+processor, "-l:libOpenCL.so.1", "-lpthread")
}

func compile(out, source string, options ...string) (string, error) {
	gcc := exec.Command("gcc", append([]string{"-O3", "-o", out, source}, options...)...)
	if text, err := gcc.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, text)
	}
	return filepath.Abs(out)
}

// ask runs the client on a driver with a script, in an environment with some settings (NAME=VALUE; empty ones are
// none), and returns the figures it printed by their names.
func ask(client, icd, script string, settings ...string) (map[string]float64, error) {
	const limit = 5 * time.Minute
	cmd := exec.Command(client)
	cmd.Env = append(os.Environ(), "OCL_ICD_VENDORS="+icd, "POCL_CACHE_DIR="+os.TempDir()+"/pocl-bench",
		"POCL_KERNEL_CACHE=0")
	for _, s := range settings {
		if s != "" {
			cmd.Env = append(cmd.Env, s)
		}
	}
	cmd.Stdin = strings.NewReader(script)
	cmd.Stderr = os.Stderr
	timer := time.AfterFunc(limit, func() { cmd.Process.Kill() })
	defer timer.Stop()
	out, err := cmd.Output()
	figures, problem := parseFigures(string(out))
	if problem != nil {
		return nil, problem
	}
	return figures, err
}

// parseFigures reads the lines of a client: a name and a number each. A line that begins with error is one.
func parseFigures(out string) (map[string]float64, error) {
	figures := map[string]float64{}
	lines := bufio.NewScanner(strings.NewReader(out))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if name == "error" {
			return nil, fmt.Errorf("%s", value)
		}
		if v, err := strconv.ParseFloat(value, 64); err == nil {
			figures[name] = v
		}
	}
	return figures, nil
}
