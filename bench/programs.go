package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// program is a client of programs/ that drives other people's software. It prints a line for each case: a name and
// nanoseconds. With the argument "own" it measures what the software does without OpenCL.
type program struct {
	name    string
	title   string
	command []string // or, if it is a .c or .cpp file, that file and the libraries it is linked with
	needs   string   // Debian's packages
}

var programs = []program{
	{"opencv", "OpenCV, UMat against Mat", []string{"/usr/bin/python3", "bench/programs/opencv.py"}, "python3-opencv"},
	{"blas", "CLBlast against OpenBLAS", []string{"bench/programs/blas.c", "-lclblast", "-l:libOpenCL.so.1",
		"-lopenblas", "-lm"}, "libclblast-dev libopenblas-dev"},
	{"fft", "clFFT against FFTW", []string{"bench/programs/fft.c", "-lclFFT", "-l:libOpenCL.so.1",
		"-lfftw3f_threads", "-lfftw3f", "-lm"}, "libclfft-dev libfftw3-dev"},
	{"vkfft", "VkFFT against FFTW", []string{"bench/programs/vkfft.c", "-O1", "-w", "-l:libOpenCL.so.1",
		"-lfftw3f_threads", "-lfftw3f", "-lm"}, "libvkfft-dev libfftw3-dev"},
	{"openmm", "OpenMM, a step", []string{"bench/programs/openmm.cpp", "-lOpenMM", "-lstdc++", "-lm"},
		"libopenmm-dev libopenmm-plugins"},
	{"pyopencl", "PyOpenCL against numpy", []string{"/usr/bin/python3", "bench/programs/pyopencl_arrays.py"},
		"python3-pyopencl python3-mako"},
	{"ffmpeg", "ffmpeg's filters, a frame", []string{"/usr/bin/python3", "bench/programs/ffmpeg.py"}, "ffmpeg"},
	hashcat("md5", 0), hashcat("sha1", 100), hashcat("sha256", 1400), hashcat("sha512", 1700), hashcat("ntlm", 1000),
	hashcat("sha3", 17400), hashcat("lm", 3000), hashcat("phpass", 400), hashcat("wpa", 2500), hashcat("bcrypt", 3200),
}

// hashcat is a mode of hashcat, a program by itself: PoCL takes minutes to build each for the first time.
func hashcat(name string, mode int) program {
	return program{"hashcat-" + name, "hashcat, a hash of " + name,
		[]string{"/usr/bin/python3", "bench/programs/hashcat.py", strconv.Itoa(mode)}, "hashcat"}
}

// The ways to run a program: with our driver, with the other, and without OpenCL.
const (
	withOurs = iota
	withOther
	withNone
	ways
)

// programLimit ends a program that hangs.
const programLimit = 10 * time.Minute

// programTable measures the programs whose names contain one of the words wanted.
func (b *bench) programTable() (string, error) {
	var s strings.Builder
	s.WriteString("Least time of a call as the program's user sees it: with Heddle, with PoCL and how many times as " +
		"long that is, and the program's\nown code for the CPU, and how many times as long that is: above 1, OpenCL " +
		"pays.\n\n| program | case | Heddle | PoCL | ratio | own | ratio |\n|---|---|---:|---:|---:|---:|---:|\n")
	for _, p := range programs {
		if !isNamed(p.name, b.only) {
			continue
		}
		if err := p.prepare(); err != nil {
			return "", fmt.Errorf("%s (Debian's packages %s): %w", p.name, p.needs, err)
		}
		rows := b.program(&p)
		s.WriteString(rows)
		fmt.Fprint(os.Stderr, rows)
	}
	return s.String(), nil
}

// prepare compiles a program in C or C++.
func (p *program) prepare() error {
	if source := p.command[0]; strings.HasSuffix(source, ".c") || strings.HasSuffix(source, ".cpp") {
		client, err := compile("build/bench-"+p.name, source, p.command[1:]...)
		p.command = []string{client}
		return err
	}
	return nil
}

// program measures one in all ways, in turns, and keeps the least of each case.
func (b *bench) program(p *program) string {
	var least [ways]map[string]float64
	var order []string
	for range b.rounds {
		for way := range ways {
			figures, names := b.runProgram(p, way)
			if way == withOurs && len(names) > len(order) {
				order = names
			}
			least[way] = keepLeast(least[way], figures)
		}
	}
	return p.rows(order, &least)
}

// runProgram returns the figures of a run, and their names in order. Cases with an error are left out and told.
func (b *bench) runProgram(p *program, way int) (figures map[string]float64, names []string) {
	limit, cancel := context.WithTimeout(context.Background(), programLimit)
	defer cancel()
	cmd := exec.CommandContext(limit, p.command[0], p.command[1:]...)
	cmd.Env = append(os.Environ(), "POCL_CACHE_DIR="+os.TempDir()+"/pocl-bench", "PYOPENCL_NO_CACHE=1",
		"PYOPENCL_CTX=0")
	if way == withNone {
		cmd.Args = append(cmd.Args, "own")
	} else {
		cmd.Env = append(cmd.Env, "OCL_ICD_VENDORS="+b.drivers[way].icd, b.drivers[way].setting)
	}
	out, err := cmd.Output()
	if err != nil {
		b.failed = true
		fmt.Fprintf(os.Stderr, "bench: %s: %v\n", p.name, err)
	}
	var good strings.Builder
	for line := range strings.Lines(string(out)) {
		if problem, isError := strings.CutPrefix(line, "error "); isError {
			b.failed = b.failed || way == withOurs
			fmt.Fprintf(os.Stderr, "bench: %s: %s", p.name, problem)
			continue
		}
		name, _, _ := strings.Cut(line, " ")
		names = append(names, name)
		good.WriteString(line)
	}
	figures, _ = parseFigures(good.String())
	names = slices.DeleteFunc(names, func(name string) bool { return figures[name] == 0 }) // what else it prints
	return figures, names
}

// rows are a program's lines of the table, the last with the geometric means.
func (p *program) rows(order []string, least *[ways]map[string]float64) string {
	var s strings.Builder
	var ratios [ways][]float64
	for _, name := range order {
		ours := least[withOurs][name]
		fmt.Fprintf(&s, "| %s | %s | %s |", p.name, name, duration(ours))
		for way := withOther; way < ways; way++ {
			time, ok := least[way][name]
			if !ok {
				s.WriteString(" | |")
				continue
			}
			ratios[way] = append(ratios[way], time/ours)
			fmt.Fprintf(&s, " %s | %.2f |", duration(time), time/ours)
		}
		s.WriteString("\n")
	}
	fmt.Fprintf(&s, "| %s | **geometric mean** | | | %s | | %s |\n", p.title, mean(ratios[withOther]),
		mean(ratios[withNone]))
	return s.String()
}

// mean is the geometric mean of ratios.
func mean(ratios []float64) string {
	if len(ratios) == 0 {
		return ""
	}
	sum := 0.0
	for _, r := range ratios {
		sum += math.Log(r)
	}
	return fmt.Sprintf("%.2f", math.Exp(sum/float64(len(ratios))))
}
