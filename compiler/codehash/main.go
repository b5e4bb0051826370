// Command codehash shows whether a change of the compiler changes machine code: it prints a hash of all the code of
// each kernel, for both instruction sets and both kinds of processor. Two equal lists mean that the code is equal byte
// for byte.
//
//	go run ./compiler/codehash -random 1000 bench exec compiler conformance >before   # and after the change
//	diff before after
//
// Its arguments are files and folders. OpenCL sources are .cl files, and the string literals of .c and .go files that
// contain kernels. With -v each version has a line of its own.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	"heddle/compiler/bundle"
	"heddle/compiler/imageops"
	"heddle/compiler/randkernel"
	"heddle/image"
)

var (
	randomCount = flag.Uint64("random", 0, "add so many random kernels, of seeds from 1 on")
	isVerbose   = flag.Bool("v", false, "print a line for each version")
)

// program is a source with a name.
type program struct {
	name, text, options string
}

func main() {
	flag.Parse()
	programs, err := collect(flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for seed := range *randomCount {
		k := randkernel.New(seed + 1)
		programs = append(programs, program{fmt.Sprintf("random %d", seed+1), k.Source(), k.Options})
		k = randkernel.NewGroup(seed + 1)
		programs = append(programs, program{fmt.Sprintf("random groups %d", seed+1), k.Source(), k.Options})
	}
	lines := make([]string, len(programs))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				lines[i] = hash(&programs[i])
			}
		})
	}
	for i := range programs {
		next <- i
	}
	close(next)
	workers.Wait()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, line := range lines {
		out.WriteString(line)
	}
}

// collect reads the sources of files and folders.
func collect(paths []string) (list []program, err error) {
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			list = append(list, sourcesIn(file, string(text))...)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

func sourcesIn(file, text string) (list []program) {
	switch filepath.Ext(file) {
	case ".cl":
		return []program{{name: file, text: text}}
	case ".c", ".go":
		for i, literal := range literals(text) {
			if strings.Contains(literal, "kernel void") {
				list = append(list, program{name: fmt.Sprintf("%s %d", file, i), text: literal})
			}
		}
	}
	return list
}

// literals are the strings of a program in C or Go; neighbours are one string, as in C.
func literals(text string) (list []string) {
	isOpen := false // only white space since the last one
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '`':
			literal, length := literal(text[i:])
			if !isOpen {
				list = append(list, "")
			}
			list[len(list)-1] += literal
			isOpen, i = true, i+length-1
		case c == '\'':
			for i++; i < len(text) && text[i] != '\'' && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case strings.HasPrefix(text[i:], "//"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c != ' ' && c != '\t' && c != '\n':
			isOpen = false
		}
	}
	return list
}

// literal is the string that a text begins with, and its length including the quotes.
func literal(text string) (string, int) {
	if text[0] == '`' {
		end := strings.IndexByte(text[1:], '`') + 1
		if end == 0 {
			return "", len(text)
		}
		return text[1:end], end + 1
	}
	var w strings.Builder
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return w.String(), i + 1
		case '\\':
			i++
			if escape := strings.IndexByte(`nt"\`, text[min(i, len(text)-1)]); escape >= 0 {
				w.WriteByte("\n\t\"\\"[escape])
			}
		default:
			w.WriteByte(text[i])
		}
	}
	return w.String(), len(text)
}

// hash is a line for a program: a hash for each instruction set and kind of processor. The program's name determines
// which analysis is switched off in one of the versions.
func hash(p *program) string {
	var line bytes.Buffer
	fmt.Fprintf(&line, "%s:", p.name)
	for _, core := range amd64.Cores() {
		kernels, ok := link(p, core, nil)
		if !ok {
			return p.name + ": is not built\n"
		}
		analyses, name := amd64.Analyses(), fnv.New32a()
		name.Write([]byte(p.name))
		without, _ := link(p, core, []string{analyses[name.Sum32()%uint32(len(analyses))].Name})
		for _, bits := range []int{512, 256} {
			h := &hasher{bits: bits}
			for i, k := range kernels {
				h.kernel(k.Name, k.Machine)
				h.version(k.Name+"-without", without[i].Machine, planned(without[i].Machine, bits))
			}
			fmt.Fprintf(&line, " %08x", h.sum)
			if *isVerbose {
				fmt.Fprintf(&line, "\n%s", h.lines.String())
			}
		}
	}
	line.WriteByte('\n')
	return line.String()
}

func link(p *program, core amd64.Core, off []string) ([]*compiler.Kernel, bool) {
	o, err := compiler.ParseOptions(p.options)
	if err != nil {
		return nil, false
	}
	o.Core, o.PassesOff = core, off
	unit, _, ok := compiler.Compile([]byte(p.text), nil, o)
	if !ok {
		return nil, false
	}
	linked, _, ok := compiler.Link([]*compiler.Object{unit}, o)
	if !ok {
		return nil, false
	}
	for _, k := range linked.Kernels {
		if images := k.Machine.Images(); images != nil {
			arguments, err := images.Arguments()
			if err != nil {
				return nil, false
			}
			format, _ := image.Find(image.Format{Order: image.OrderRGBA, Type: image.TypeUnorm8})
			traits := imageops.Likely(arguments, format, image.AddressClampToEdge|image.FilterLinear)
			k.Machine = images.Kernel(traits).(*amd64.Kernel)
		}
	}
	return linked.Kernels, true
}

// hasher collects code for one instruction set.
type hasher struct {
	bits  int
	sum   uint32
	lines bytes.Buffer // if they are wanted
}

// planned is the version in which a kernel usually runs.
func planned(k object.Kernel, bits int) object.Version {
	return object.Version{Shape: bundle.Rows, Count: k.Plan(bits).Rows, SmallIDs: true, Guarded: k.Guard() != nil}
}

// kernel adds the versions of a kernel, and of its variants.
func (h *hasher) kernel(name string, k object.Kernel) {
	for _, v := range versionsOf(k, k.Plan(h.bits)) {
		h.version(name, k, v)
	}
	if steps := k.UnitSteps(); steps != nil {
		ones := steps.Copy(1<<len(steps.Arguments()) - 1).Kernel()
		h.version(name+"-unit-steps", ones, planned(ones, h.bits))
	}
	if copied := k.LoneItems(0); copied != nil {
		lone := copied.Kernel()
		h.version(name+"-lone-items", lone, planned(lone, h.bits))
	}
	if noAlias, _ := k.NoAlias(); noAlias != nil {
		h.version(name+"-noalias", noAlias, planned(noAlias, h.bits))
	}
	if interchanged, dimension := k.Interchanged(); interchanged != nil {
		h.version(fmt.Sprintf("%s-interchanged%d", name, dimension), interchanged, planned(interchanged, h.bits))
	}
}

// versionsOf are those of a kernel's plan, and a few of every shape.
func versionsOf(k object.Kernel, plan object.Plan) (list []object.Version) {
	guarded := k.Guard() != nil
	add := func(v object.Version) { list = append(list, v) }
	for _, full := range []bool{false, true} {
		add(object.Version{Shape: bundle.Rows, Count: plan.Rows, SmallIDs: true, Guarded: guarded, FullBundles: full})
		add(object.Version{Shape: bundle.Packed, Count: plan.Packed, SmallIDs: true, Guarded: guarded,
			FullBundles: full})
		add(object.Version{Shape: bundle.Columns, Count: max(2, plan.Columns), SmallIDs: true, Guarded: guarded,
			FullBundles: full})
	}
	add(object.Version{Shape: bundle.Rows, Count: 1})
	add(object.Version{Shape: bundle.Rows, Count: 4, SmallIDs: true})
	add(object.Version{Shape: bundle.Packed, Count: 2})
	if plan.HasBarriers {
		add(object.Version{Shape: bundle.Rows, Count: 8, SmallIDs: true, Guarded: guarded, FullBundles: true,
			WholeGroup: true})
		add(object.Version{Shape: bundle.Rows, Count: max(plan.Rows, plan.MaxWholeGroup), SmallIDs: true,
			Guarded: guarded, WholeGroup: true})
		if _, ok := k.TripArgument(); ok {
			add(object.Version{Shape: bundle.Rows, Count: 16, SmallIDs: true, Guarded: guarded,
				FullBundles: true, WholeGroup: true, TripCount: 256})
		}
	}
	return list
}

func (h *hasher) version(name string, k object.Kernel, v object.Version) {
	sum := fnv.New32a()
	code, err := k.Version(h.bits, v)
	if err != nil {
		fmt.Fprint(sum, err)
	} else {
		sum.Write(code.Bytes)
		fmt.Fprint(sum, code.FrameBytes, code.Width, code.Count, code.Positions, code.Services, code.PrivateBytes,
			code.PrivateAlign, code.Suspends, code.HasBundleLoop, code.NonTemporalBytes, code.HasLoops,
			code.HasDivergentLoops, code.HasScalarLoops, code.HasTails, code.CompactsLanes, code.IsLatencyBound,
			code.HasContendedAtomics, code.Cycles, code.SmallIDs, code.WholeGroup)
	}
	if *isVerbose {
		fmt.Fprintf(&h.lines, "  %s %d %v %08x\n", name, h.bits, v, sum.Sum32())
	}
	var word [4]byte
	binary.LittleEndian.PutUint32(word[:], h.sum)
	sum.Write(word[:])
	h.sum = sum.Sum32()
}
