package clapi

import (
	"fmt"
	"slices"

	"heddle/clapi/cl"
	"heddle/compiler"
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

// checkDevices is the check of the device list.
func (r *BuildRequest) checkDevices(c *Context) error {
	if (r.Devices == nil) != (r.NumDevices == 0) {
		return c.fail(cl.InvalidValue, "num_devices is %d, which does not fit device_list", r.NumDevices)
	}
	return c.checkDevices(r.Devices)
}

// Build is clBuildProgram. It returns when the build has ended.
func (p *Program) Build(r BuildRequest) error {
	if err := p.check(); err != nil {
		return err
	}
	c := p.context
	if err := r.checkDevices(c); err != nil {
		return err
	}
	options, err := compiler.ParseOptions(r.Options)
	if err != nil {
		p.noteLog("error: %v\n", err)
		return c.fail(cl.InvalidBuildOptions, "options: %v", err)
	}
	if c.platform.compiler == nil {
		return c.fail(cl.CompilerNotAvailable, "the driver was built without a compiler")
	}
	if p.source == nil && p.il == nil && p.loadedCode() == nil {
		return c.fail(cl.InvalidOperation, "the program was made by clLinkProgram, not from source or a binary")
	}
	if err := p.startBuild(); err != nil {
		return err
	}
	result := survive(r.Options, func() buildResult { return p.buildAll(r.Options, options) })
	p.finishBuild(result)
	if r.Notify != nil {
		r.Notify()
	}
	if result.status != cl.BuildSuccess {
		return c.fail(cl.BuildProgramFailure, "the build failed:\n%s", result.log)
	}
	return nil
}

// survive turns a bug of the compiler into a failed build. Panics are caught here and not only in icd because the
// program would stay claimed for ever, and because the application looks for the reason in the build log.
func survive(options string, build func() buildResult) (result buildResult) {
	defer func() {
		if reason := recover(); reason != nil {
			result = buildResult{status: cl.BuildError, options: options,
				log: fmt.Sprintf("error: internal error of the compiler: %v\n", reason)}
		}
	}()
	return build()
}

// buildAll compiles and links the program's source or units. An executable from a binary needs neither.
func (p *Program) buildAll(text string, options compiler.Options) buildResult {
	result := buildResult{status: cl.BuildError, options: text}
	code := &programCode{kind: cl.ProgramBinaryTypeExecutable, linkOptions: text}
	loaded := p.loadedCode()
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

// finish makes the executable of a linked program.
func (b *buildResult) finish(code *programCode) {
	exec, err := newExecutable(code.program)
	if err != nil {
		b.log += fmt.Sprintf("error: program-scope variables: %v\n", err)
		return
	}
	b.status, b.code, b.exec = cl.BuildSuccess, code, exec
}

// loadedCode is the contents of the program's binary, nil for other programs.
func (p *Program) loadedCode() *programCode {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.loaded
}

// startBuild claims the program for one building call.
func (p *Program) startBuild() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isBuilding {
		return p.context.fail(cl.InvalidOperation, "another build of the program is under way")
	}
	if p.kernelCount > 0 {
		return p.context.fail(cl.InvalidOperation, "%d kernel objects of the program exist", p.kernelCount)
	}
	p.isBuilding = true
	return nil
}

// finishBuild replaces the previous result by that of a building call.
func (p *Program) finishBuild(result buildResult) {
	p.mu.Lock()
	old := p.build.exec
	p.build, p.isBuilding = result, false
	p.mu.Unlock()
	old.free()
}

// noteLog makes a text the build log of a program that was not built because of its options; the former result stays.
func (p *Program) noteLog(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.isBuilding {
		p.build.log = fmt.Sprintf(format, args...)
	}
}

// result is the state after the last build.
func (p *Program) result() buildResult {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.build
}

// Compile is clCompileProgram.
func (p *Program) Compile(r CompileRequest) error {
	if err := p.check(); err != nil {
		return err
	}
	c := p.context
	if err := r.checkDevices(c); err != nil {
		return err
	}
	headers, err := r.readHeaders(c)
	if err != nil {
		return err
	}
	if _, err := compiler.ParseCompileOptions(r.Options); err != nil {
		p.noteLog("error: %v\n", err)
		return c.fail(cl.InvalidCompilerOptions, "options: %v", err)
	}
	if c.platform.compiler == nil {
		return c.fail(cl.CompilerNotAvailable, "the driver was built without a compiler")
	}
	if p.source == nil && p.il == nil {
		return c.fail(cl.InvalidOperation, "the program was not made from source or an intermediate language")
	}
	if err := p.startBuild(); err != nil {
		return err
	}
	result := survive(r.Options, func() buildResult { return p.compileSource(headers, r.Options) })
	p.finishBuild(result)
	if r.Notify != nil {
		r.Notify()
	}
	if result.status != cl.BuildSuccess {
		return c.fail(cl.CompileProgramFailure, "the compilation failed:\n%s", result.log)
	}
	return nil
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

// LinkProgram is clLinkProgram. When linking itself fails there is both a program, for its log, and an error.
func (c *Context) LinkProgram(r LinkRequest) (*Program, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	if err := r.checkDevices(c); err != nil {
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
	code, err := r.collect(c)
	if err != nil {
		return nil, err
	}
	build := survive(r.Options, func() buildResult { return r.linkCode(c, code, options) })
	p := c.newProgram(&Program{build: build})
	if p.build.status != cl.BuildSuccess && !r.HasNotify {
		return p, c.fail(cl.LinkProgramFailure, "linking failed:\n%s", p.build.log)
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

// collect gathers the units of all programs, which must be compiled objects or libraries.
func (r *LinkRequest) collect(c *Context) (*programCode, error) {
	code := &programCode{linkOptions: r.Options}
	for i, p := range r.Programs {
		part := p.linkable()
		if part == nil {
			return nil, c.fail(cl.InvalidOperation, "input_programs[%d] is neither a compiled object nor a library", i)
		}
		code.units = append(code.units, part.units...)
	}
	return code, nil
}

// linkable is the program's compiled object or library, nil when it is none.
func (p *Program) linkable() *programCode {
	p.mu.Lock()
	defer p.mu.Unlock()
	code := p.build.code
	if code == nil && p.build.status == cl.BuildNone {
		code = p.loaded
	}
	if code == nil || code.kind == cl.ProgramBinaryTypeExecutable {
		return nil
	}
	return code
}

// linkCode makes a library or an executable. A library is only checked when it becomes part of an executable.
func (r *LinkRequest) linkCode(c *Context, code *programCode, options compiler.Options) buildResult {
	result := buildResult{status: cl.BuildError, options: r.Options}
	log, ok := code.compileUnits(c.platform.compiler)
	result.log = log
	switch {
	case !ok:
	case options.CreateLibrary:
		code.kind = cl.ProgramBinaryTypeLibrary
		result.status, result.code = cl.BuildSuccess, code
	default:
		code.kind = cl.ProgramBinaryTypeExecutable
		result.link(c.platform.compiler, code, c.linking(options))
	}
	return result
}
