package clapi

import (
	"slices"

	"heddle/clapi/cl"
	"heddle/compiler"
)

// LinkProgram is clLinkProgram. When linking itself fails there is both a program, for its log, and an error.
func (c *Context) LinkProgram(r LinkRequest) (*Program, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	places, err := r.checkDevices(c, c.devices)
	if err != nil {
		return nil, err
	}
	if err := r.checkPrograms(c); err != nil {
		return nil, err
	}
	options, err := compiler.ParseLinkOptions(r.Options)
	if err != nil {
		return nil, c.fail(cl.InvalidLinkerOptions, "options: %v", err)
	}
	if c.platform.compiler == nil {
		return nil, c.fail(cl.LinkerNotAvailable, "the driver was built without a compiler")
	}
	links, err := r.collect(c, places)
	if err != nil {
		return nil, err
	}
	p := &Program{builds: make([]deviceBuild, len(c.devices))}
	for i := range p.builds {
		p.builds[i].status = cl.BuildNone
	}
	failed := r.linkEach(c, links, p.builds, options)
	c.newProgram(p)
	if failed != nil && failed.isOutOfMemory && !r.HasNotify {
		_ = p.Release()
		return nil, c.fail(cl.OutOfHostMemory, "linking failed:\n%s", failed.log)
	}
	if failed != nil && !r.HasNotify {
		return p, c.fail(cl.LinkProgramFailure, "linking failed:\n%s", failed.log)
	}
	return p, nil
}

func (r *LinkRequest) checkPrograms(c *Context) error {
	if r.NumPrograms == 0 || r.Programs == nil {
		return c.fail(cl.InvalidValue, "num_input_programs is 0 or input_programs is null")
	}
	for i, p := range r.Programs {
		if p == nil {
			return c.fail(cl.InvalidProgram, "input_programs[%d] is not a valid program", i)
		}
		if p.context != c {
			return c.fail(cl.InvalidContext, "input_programs[%d] is of another context", i)
		}
	}
	return nil
}

// link is what is to be linked for a device of the context.
type link struct {
	place int
	parts []*programCode // of each program
}

// collect gathers what is to be linked. For each device, all programs must have a compiled object or library, or none.
func (r *LinkRequest) collect(c *Context, places []int) (links []link, err error) {
	var lacking error
	for _, place := range places {
		one := link{place: place}
		for i, p := range r.Programs {
			if part := p.linkable(c.devices[place]); part != nil {
				one.parts = append(one.parts, part)
			} else {
				lacking = c.fail(cl.InvalidOperation, "input_programs[%d] is neither a compiled object nor a library",
					i)
			}
		}
		switch len(one.parts) {
		case len(r.Programs):
			links = append(links, one)
		case 0: // there will be nothing for this device
		default:
			return nil, lacking
		}
	}
	if links == nil {
		return nil, lacking
	}
	return links, nil
}

// linkable is the program's compiled object or library for a device, nil when there is none.
func (p *Program) linkable(d *Device) *programCode {
	place := p.placeOf(d)
	if place < 0 {
		return nil
	}
	code := p.currentCode(place)
	if code == nil || code.kind == cl.ProgramBinaryTypeExecutable {
		return nil
	}
	return code
}

// linkEach links for each device, once for those with the same parts. It returns the first result that failed.
func (r *LinkRequest) linkEach(c *Context, links []link, into []deviceBuild, options compiler.Options) *buildResult {
	var failed *buildResult
	results := make([]buildResult, len(links))
	for i, one := range links {
		same := slices.IndexFunc(links[:i], func(l link) bool { return slices.Equal(l.parts, one.parts) })
		if same >= 0 {
			results[i] = results[same]
		} else {
			results[i] = survive(r.Options, func() buildResult { return r.linkParts(c, one.parts, options) })
		}
		result := results[i]
		result.allocate()
		into[one.place].buildResult = result
		if result.status != cl.BuildSuccess && failed == nil {
			failed = &result
		}
	}
	return failed
}

// linkParts makes a library or an executable. A library is only checked when it becomes part of an executable.
func (r *LinkRequest) linkParts(c *Context, parts []*programCode, options compiler.Options) buildResult {
	code := &programCode{linkOptions: r.Options}
	for _, part := range parts {
		code.units = append(code.units, part.units...)
	}
	result := buildResult{status: cl.BuildError, options: r.Options}
	log, ok := code.compileUnits(c.platform.compiler)
	result.log = log
	switch {
	case !ok:
	case options.CreateLibrary:
		code.kind = cl.ProgramBinaryTypeLibrary
		result.finish(code)
	default:
		code.kind = cl.ProgramBinaryTypeExecutable
		result.link(c.platform.compiler, code, c.linking(options))
	}
	return result
}
