package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/bundle"
	"heddle/compiler/imageops"
	"heddle/compiler/inspect"
	"heddle/image"
)

// request is the parsed command line of compile.
type request struct {
	file      string
	options   string
	dump      string
	pages     string
	off       string
	isa       string
	core      string
	shape     string
	count     int
	noAlias   bool
	unitSteps bool
	group     [3]uint64
	// the dimension to interchange with dimension 0; 0: none, -1: as planned
	interchange int
	small       bool
	fullBundles bool
	wholeGroup  bool
	verify      bool
	format      string
	sampler     uint64
	covered     bool
}

// words are choices by name.
var (
	vectorBits = map[string]int{"avx512": 512, "avx2": 256}
	shapes     = map[string]bundle.Shape{"rows": bundle.Rows, "columns": bundle.Columns, "packed": bundle.Packed}
)

// parseRequest reads flags before and after the file.
func parseRequest(args []string, problems io.Writer) (r request, err error) {
	flags := flag.NewFlagSet("heddle compile", flag.ContinueOnError)
	flags.SetOutput(problems)
	flags.StringVar(&r.options, "o", "",
		"build options, as clBuildProgram takes them; without, those of a line //options in the file's header")
	flags.StringVar(&r.dump, "dump", "",
		"stages to show: STAGE[,STAGE…][:KERNEL]; known are "+strings.Join(inspect.StageNames(), ", "))
	flags.StringVar(&r.pages, "html", "", "folder for an HTML page of each kernel")
	flags.StringVar(&r.off, "off", "",
		"passes to leave out: PASS[,PASS…]; known are "+strings.Join(compiler.PassNames(), ", "))
	flags.StringVar(&r.isa, "isa", "avx512", "avx512 or avx2")
	flags.StringVar(&r.core, "processor", "intel",
		fmt.Sprintf("the kind of processor that the code is tuned for, of %v", amd64.Cores()))
	flags.StringVar(&r.shape, "shape", "rows", "version: rows, columns or packed")
	flags.IntVar(&r.count, "count", 0, "version: sub-groups of a bundle; 0: as the compiler plans")
	flags.Func("group", "version: the size of groups, as X,Y,Z; without, any", func(text string) error {
		_, err := fmt.Sscanf(text+",1,1", "%d,%d,%d", &r.group[0], &r.group[1], &r.group[2])
		return err
	})
	flags.BoolVar(&r.unitSteps, "unitsteps", true, "version: arguments that lanes step by are 1")
	flags.BoolVar(&r.noAlias, "noalias", true, "version: the arguments' buffers do not overlap")
	flags.IntVar(&r.interchange, "interchange", -1,
		"version: the dimension that dimension 0 is interchanged with, 0: none; -1: as the compiler plans")
	flags.BoolVar(&r.small, "small", true, "version: all ids are below 2^31, and the kernel's guard holds")
	flags.BoolVar(&r.fullBundles, "full", false, "version: all lanes are work-items")
	flags.BoolVar(&r.wholeGroup, "wholegroup", false, "version: one bundle is the whole work-group")
	flags.StringVar(&r.format, "image", "RGBA,UNORM_INT8",
		"the format of all images: ORDER,TYPE as in cl.h without CL_")
	flags.BoolVar(&r.covered, "covered", true,
		"no coordinate of an image that is a global id plus a constant is outside")
	flags.Uint64Var(&r.sampler, "sampler", uint64(image.AddressClampToEdge|image.FilterLinear),
		"the bits of all sampler arguments, as the CLK_ constants")
	flags.BoolVar(&r.verify, "verify", false, "check the IR after each pass")
	for len(args) > 0 && err == nil {
		if err = flags.Parse(args); err != nil || flags.NArg() == 0 {
			break
		}
		if r.file != "" {
			return r, fmt.Errorf("more than one file: %s and %s", r.file, flags.Arg(0))
		}
		r.file, args = flags.Arg(0), flags.Args()[1:]
	}
	if err == nil && r.file == "" {
		err = errors.New("no file")
	}
	if r.options == "" {
		r.options = headerOptions(r.file)
	}
	return r, err
}

// headerOptions are the build options that a file names in the comments it begins with, as tests do.
func headerOptions(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return "" // build reports it
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "//") {
			break
		}
		if options, ok := strings.CutPrefix(line, "//options "); ok {
			return strings.TrimSpace(options)
		}
	}
	return ""
}

// compilerOptions are the build options with the settings of the flags.
func (r *request) compilerOptions(out io.Writer) (compiler.Options, error) {
	o, err := compiler.ParseOptions(r.options)
	if err != nil {
		return o, err
	}
	if o.Core = amd64.Core(r.core); !slices.Contains(amd64.Cores(), o.Core) {
		return o, fmt.Errorf("unknown processor %q", r.core)
	}
	look := inspect.Options{Text: out, Pages: r.pages}
	if r.dump != "" {
		if look.Stages, look.Kernel, err = inspect.ParseStages(r.dump); err != nil {
			return o, err
		}
	}
	if r.off != "" {
		if o.PassesOff, err = compiler.ParsePassesOff(r.off); err != nil {
			return o, err
		}
	}
	o.VerifyPasses, o.Inspector = r.verify, inspect.New(look)
	return o, nil
}

// version is the version to compile: what the compiler plans for the shape, unless a count is given.
func (r *request) version(k *amd64.Kernel) (amd64.Version, error) {
	shape, ok := shapes[r.shape]
	if !ok {
		return amd64.Version{}, fmt.Errorf("unknown shape %q", r.shape)
	}
	v := amd64.Version{Shape: shape, Count: r.count, SmallIDs: r.small, Guarded: r.small && k.Guard() != nil,
		FullBundles: r.fullBundles, WholeGroup: r.wholeGroup}
	if v.Count == 0 {
		plan := k.Plan(vectorBits[r.isa])
		v.Count = max(map[bundle.Shape]int{bundle.Rows: plan.Rows, bundle.Columns: plan.Columns,
			bundle.Packed: plan.Packed}[shape], 1)
	}
	return v, nil
}

// forImages is the kernel for images and samplers as wanted.
func (r *request) forImages(k *amd64.Kernel) (*amd64.Kernel, error) {
	images := k.Images()
	if images == nil {
		return k, nil
	}
	arguments, err := images.Arguments()
	if err != nil {
		return nil, err
	}
	format, err := image.ParseFormat(r.format)
	if err != nil {
		return nil, err
	}
	traits := imageops.Likely(arguments, format, image.Sampler(r.sampler))
	if !r.covered {
		traits = imageops.Uncovered(traits)
	}
	return images.Kernel(traits).(*amd64.Kernel), nil
}

// variant is the kernel for steps of 1 and without aliases, if it has such versions, and with dimensions interchanged,
// as wanted.
func (r *request) variant(k *amd64.Kernel) *amd64.Kernel {
	if steps := k.UnitSteps(); steps != nil && r.unitSteps {
		k = steps.Copy(1<<len(steps.Arguments()) - 1).Kernel().(*amd64.Kernel)
	}
	if groups := k.Groups(); groups != nil && r.group[0] > 0 {
		k = groups.Copy(r.group).Kernel().(*amd64.Kernel)
	}
	if noAlias, _ := k.NoAlias(); noAlias != nil && r.noAlias {
		k = noAlias.(*amd64.Kernel)
	}
	switch r.interchange {
	case 0:
		return k
	case 1, 2:
		if interchanged := k.InterchangedWith(r.interchange); interchanged != nil {
			return interchanged
		}
		return k
	}
	if interchanged, _ := k.Interchanged(); interchanged != nil {
		return interchanged.(*amd64.Kernel)
	}
	return k
}

// compile is the command.
func compile(args []string, out, problems io.Writer) int {
	r, err := parseRequest(args, problems)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	var options compiler.Options
	if err == nil {
		options, err = r.compilerOptions(out)
	}
	if err == nil && vectorBits[r.isa] == 0 {
		err = fmt.Errorf("unknown isa %q", r.isa)
	}
	if err != nil {
		fmt.Fprintf(problems, "heddle compile: %v\n", err)
		return 2
	}
	program, err := r.build(options, problems)
	if err == nil {
		err = r.machineCode(program, out)
	}
	if err != nil {
		fmt.Fprintf(problems, "heddle compile: %v\n", err)
		return 1
	}
	return 0
}

// build compiles and links the file, and shows the build log.
func (r *request) build(o compiler.Options, problems io.Writer) (*compiler.Program, error) {
	text, err := os.ReadFile(r.file)
	if err != nil {
		return nil, err
	}
	object, log, ok := compiler.Compile(text, nil, o)
	fmt.Fprint(problems, log)
	if !ok {
		return nil, fmt.Errorf("%s does not compile", r.file)
	}
	program, log, ok := compiler.Link([]*compiler.Object{object}, o)
	fmt.Fprint(problems, log)
	if !ok {
		return nil, fmt.Errorf("%s does not link", r.file)
	}
	return program, nil
}

// machineCode makes the wanted version of each kernel and reports each result in a line.
func (r *request) machineCode(p *compiler.Program, out io.Writer) error {
	var failed error
	for _, k := range p.All() {
		machine, err := r.forImages(k.Machine)
		if err != nil {
			return err
		}
		machine = r.variant(machine)
		v, err := r.version(machine)
		if err != nil {
			return err
		}
		code, err := machine.Version(vectorBits[r.isa], v)
		if err != nil {
			fmt.Fprintf(out, "; kernel %s: %s, version %v: %v\n", k.Name, r.isa, v, err)
			failed = err
			continue
		}
		fmt.Fprintf(out, "; kernel %s: %s, version %v: %d bytes of code, frame of %d bytes, %d bytes of private "+
			"memory, %d of local\n",
			k.Name, r.isa, v, len(code.Bytes), code.FrameBytes, code.PrivateBytes, k.LocalBytes)
	}
	return failed
}
