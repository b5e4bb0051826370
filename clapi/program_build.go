package clapi

import (
	"fmt"
	"slices"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/shortage"
)

// BuildRequest is the common parameters of clBuildProgram, clCompileProgram and clLinkProgram.
type BuildRequest struct {
	NumDevices uint32
	Devices    []*Device // nil: a NULL list, which means all; a nil device is an invalid handle
	Options    string
	Notify     func() // called when the call has done its work, before it returns; nil: none. Not for linking
}

// CompileRequest is clCompileProgram.
type CompileRequest struct {
	BuildRequest
	NumHeaders uint32
	Headers    []*Program // nil: a NULL list; a nil program is an invalid handle
	Names      []string   // nil: a NULL list
}

// LinkRequest is clLinkProgram. The callback gets the new program's handle, so icd calls it itself after SetHandle.
type LinkRequest struct {
	BuildRequest
	HasNotify   bool
	NumPrograms uint32
	Programs    []*Program // nil: a NULL list; a nil program is an invalid handle
}

// checkDevices is the check of the device list against the devices of a context or program. It returns the places of
// those that are meant in that list: what is built for a device is also for its sub-devices.
func (r *BuildRequest) checkDevices(c *Context, devices []*Device) (places []int, err error) {
	if (r.Devices == nil) != (r.NumDevices == 0) {
		return nil, c.fail(cl.InvalidValue, "num_devices is %d, which does not fit device_list", r.NumDevices)
	}
	if err := c.checkDevices(r.Devices); err != nil {
		return nil, err
	}
	for i, d := range r.Devices {
		if !slices.Contains(devices, d) {
			return nil, c.fail(cl.InvalidDevice, "device_list[%d] is not a device of the program", i)
		}
	}
	for i, d := range devices {
		if r.Devices == nil || slices.ContainsFunc(r.Devices, d.isPartOf) {
			places = append(places, i)
		}
	}
	return places, nil
}

// Build is clBuildProgram. It returns when the build has ended.
func (p *Program) Build(r BuildRequest) error {
	if err := p.check(); err != nil {
		return err
	}
	c := p.context
	places, err := r.checkDevices(c, p.devices)
	if err != nil {
		return err
	}
	options, err := compiler.ParseOptions(r.Options)
	if err != nil {
		p.noteLog(places, "error: %v\n", err)
		return c.fail(cl.InvalidBuildOptions, "options: %v", err)
	}
	if c.platform.compiler == nil {
		return c.fail(cl.CompilerNotAvailable, "the driver was built without a compiler")
	}
	if p.source == nil && p.il == nil && p.loadedCode(places[0]) == nil {
		return c.fail(cl.InvalidOperation, "the program was made by clLinkProgram, not from source or a binary")
	}
	if places, err = p.startBuild(places, &r); err != nil {
		return err
	}
	results := forEach(places, p.loadedCode, func(loaded *programCode) buildResult {
		return survive(r.Options, func() buildResult { return p.buildAll(r.Options, options, loaded) })
	})
	return p.endBuild(places, results, r.Notify, cl.BuildProgramFailure, "the build failed:\n%s")
}

// forEach makes the results for the devices at some places of a list. Those that begin with the same share one.
func forEach[T comparable](places []int, begin func(place int) T, build func(T) buildResult) []buildResult {
	made := map[T]buildResult{}
	results := make([]buildResult, len(places))
	for i, place := range places {
		from := begin(place)
		result, ok := made[from]
		if !ok {
			result = build(from)
			made[from] = result
		}
		result.allocate()
		results[i] = result
	}
	return results
}

// endBuild ends a call that builds: it keeps the results, calls the application's function, and fails with the status
// and the log of the first device for which there is nothing.
func (p *Program) endBuild(places []int, results []buildResult, notify func(), status cl.Status, reason string) error {
	p.finishBuild(places, results)
	if notify != nil {
		notify()
	}
	for _, result := range results {
		if result.status != cl.BuildSuccess {
			return p.context.fail(result.failure(status), reason, result.log)
		}
	}
	return nil
}

// failure is what a call whose build failed answers, usual where nothing but the program is wrong.
func (b *buildResult) failure(usual cl.Status) cl.Status {
	if b.isOutOfMemory {
		return cl.OutOfHostMemory
	}
	return usual
}

// survive turns a bug of the compiler into a failed build. Panics are caught here and not only in icd because the
// program would stay claimed for ever, and because the application looks for the reason in the build log.
func survive(options string, build func() buildResult) (result buildResult) {
	defer func() {
		reason := recover()
		if _, isShort := reason.(shortage.Error); isShort {
			result = buildResult{status: cl.BuildError, options: options, isOutOfMemory: true,
				log: fmt.Sprintf("error: %v\n", reason)}
		} else if reason != nil {
			result = buildResult{status: cl.BuildError, options: options,
				log: fmt.Sprintf("error: internal error of the compiler: %v\n", reason)}
		}
	}()
	return build()
}

// buildAll compiles and links the program's source or the units of its binary. An executable from a binary needs
// neither.
func (p *Program) buildAll(text string, options compiler.Options, loaded *programCode) buildResult {
	result := buildResult{status: cl.BuildError, options: text}
	code := &programCode{kind: cl.ProgramBinaryTypeExecutable, linkOptions: text}
	switch {
	case loaded == nil:
		code.units = []unit{{source: p.text(), options: text}}
	case loaded.program != nil:
		if loaded.note != "" {
			result.log = "note: " + loaded.note + "\n"
		}
		result.finish(loaded)
		return result
	default:
		code.units, code.linkOptions = slices.Clone(loaded.units), loaded.linkOptions
	}
	log, ok := code.compileUnits(p.context.platform.compiler)
	result.log = log
	if ok {
		options.CreateLibrary, options.EnableLinkOptions = false, false
		result.link(p.context.platform.compiler, code, p.context.linking(options))
	}
	return result
}

// compileUnits makes the missing objects. The log is of all units.
func (code *programCode) compileUnits(with Compiler) (log string, ok bool) {
	ok = true
	for i := range code.units {
		u := &code.units[i]
		if u.object != nil {
			continue
		}
		unitLog, unitOK := u.compile(with)
		log, ok = log+unitLog, ok && unitOK
	}
	return log, ok
}

func (u *unit) compile(with Compiler) (log string, ok bool) {
	options, err := compiler.ParseOptions(u.options)
	if err != nil {
		return fmt.Sprintf("error: options: %v\n", err), false // only options in a binary of another version
	}
	u.object, log, ok = with.Compile(u.source, u.headers, options)
	return log, ok
}

// linking adds to options what the context wants of executables.
func (c *Context) linking(o compiler.Options) compiler.Options {
	o.ZeroPrivate = c.zeroes.Private
	return o
}

// link makes the executable of compiled units.
func (b *buildResult) link(with Compiler, code *programCode, options compiler.Options) {
	objects := make([]*compiler.Object, len(code.units))
	for i, u := range code.units {
		objects[i] = u.object
	}
	program, log, ok := with.Link(objects, options)
	b.log += log
	if ok {
		code.program = program
		b.finish(code)
	}
}

// finish takes the linked program.
func (b *buildResult) finish(code *programCode) { b.status, b.code = cl.BuildSuccess, code }

// allocate makes the executable of a linked program for a device.
func (b *buildResult) allocate() {
	if b.code == nil || b.code.program == nil {
		return
	}
	exec, err := newExecutable(b.code.program)
	if err != nil {
		*b = buildResult{status: cl.BuildError, options: b.options, isOutOfMemory: true,
			log: b.log + fmt.Sprintf("error: program-scope variables: %v\n", err)}
		return
	}
	b.exec = exec
}

// loadedCode is the contents of the binary for a device, nil for programs that were not made from binaries.
func (p *Program) loadedCode(place int) *programCode {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.builds[place].loaded
}

// startBuild claims the program for one building call, for some devices. It leaves sub-devices out that the call does
// not name and that have a build of their own.
func (p *Program) startBuild(places []int, r *BuildRequest) (claimed []int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, place := range places {
		if p.builds[place].isBuilding {
			return nil, p.context.fail(cl.InvalidOperation, "another build of the program is under way")
		}
	}
	if p.kernelCount > 0 {
		return nil, p.context.fail(cl.InvalidOperation, "%d kernel objects of the program exist", p.kernelCount)
	}
	for _, place := range places {
		isNamed := r.Devices == nil || slices.Contains(r.Devices, p.devices[place])
		if b := &p.builds[place]; isNamed || !b.isOwn {
			b.isBuilding, b.isOwn = true, isNamed
			claimed = append(claimed, place)
		}
	}
	return claimed, nil
}

// finishBuild replaces the previous results by those of a building call.
func (p *Program) finishBuild(places []int, results []buildResult) {
	var old []*executable
	p.mu.Lock()
	for i, place := range places {
		b := &p.builds[place]
		old = append(old, b.exec)
		b.buildResult, b.isBuilding = results[i], false
	}
	p.mu.Unlock()
	for _, exec := range old {
		exec.free()
	}
}

// noteLog makes a text the build log of a program that was not built because of its options; the former result stays.
func (p *Program) noteLog(places []int, format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, place := range places {
		if b := &p.builds[place]; !b.isBuilding {
			b.log = fmt.Sprintf(format, args...)
		}
	}
}

// buildOf is the state of a device.
func (p *Program) buildOf(place int) deviceBuild {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.builds[place]
}

// Compile is clCompileProgram.
func (p *Program) Compile(r CompileRequest) error {
	if err := p.check(); err != nil {
		return err
	}
	c := p.context
	places, err := r.checkDevices(c, p.devices)
	if err != nil {
		return err
	}
	headers, err := r.readHeaders(c)
	if err != nil {
		return err
	}
	if _, err := compiler.ParseCompileOptions(r.Options); err != nil {
		p.noteLog(places, "error: %v\n", err)
		return c.fail(cl.InvalidCompilerOptions, "options: %v", err)
	}
	if c.platform.compiler == nil {
		return c.fail(cl.CompilerNotAvailable, "the driver was built without a compiler")
	}
	if p.source == nil && p.il == nil {
		return c.fail(cl.InvalidOperation, "the program was not made from source or an intermediate language")
	}
	if places, err = p.startBuild(places, &r.BuildRequest); err != nil {
		return err
	}
	results := forEach(places, p.loadedCode, func(*programCode) buildResult {
		return survive(r.Options, func() buildResult { return p.compileSource(headers, r.Options) })
	})
	return p.endBuild(places, results, r.Notify, cl.CompileProgramFailure, "the compilation failed:\n%s")
}

func (p *Program) compileSource(headers []compiler.Source, options string) buildResult {
	code := &programCode{
		kind:  cl.ProgramBinaryTypeCompiledObject,
		units: []unit{{source: p.text(), headers: headers, options: options}},
	}
	log, ok := code.compileUnits(p.context.platform.compiler)
	result := buildResult{status: cl.BuildError, options: options, log: log}
	if ok {
		result.status, result.code = cl.BuildSuccess, code
	}
	return result
}

// readHeaders checks the header programs and takes their sources.
func (r *CompileRequest) readHeaders(c *Context) ([]compiler.Source, error) {
	if (r.NumHeaders == 0) != (r.Headers == nil) || (r.NumHeaders == 0) != (r.Names == nil) {
		return nil, c.fail(cl.InvalidValue,
			"num_input_headers is %d, which does not fit input_headers and header_include_names", r.NumHeaders)
	}
	var headers []compiler.Source
	for i, h := range r.Headers {
		if h == nil || h.source == nil {
			return nil, c.fail(cl.InvalidProgram, "input_headers[%d] is not a program with source", i)
		}
		if h.context != c {
			return nil, c.fail(cl.InvalidContext, "input_headers[%d] is of another context than program", i)
		}
		headers = append(headers, compiler.Source{Name: r.Names[i], Text: h.source})
	}
	return headers, nil
}
