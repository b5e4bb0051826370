package clapi

import (
	"slices"

	"heddle/clapi/cl"
)

// MutableUpdate is the parameters of clUpdateMutableCommandsKHR. Configs is nil for NULL; an element that is NULL is a
// nil element.
type MutableUpdate struct {
	Count    uint32
	HasTypes bool     // config_types is not NULL
	Types    []uint32 // CL_STRUCTURE_TYPE_*
	Configs  []*DispatchConfig
}

// DispatchConfig is cl_mutable_dispatch_config_khr. Lists are nil for NULL, and the counts those of the application.
type DispatchConfig struct {
	Command                              *MutableCommand
	ArgCount, SVMArgCount, ExecInfoCount uint32
	Args, SVMArgs                        []DispatchArg
	ExecInfos                            []DispatchExecInfo
	WorkDim                              uint32 // 0: as it was
	Offset, Global, Local                []uint64
}

// DispatchArg is cl_mutable_dispatch_arg_khr.
type DispatchArg struct {
	Index     uint32
	SizeBytes uint64
	Value     uintptr // arg_value
}

// DispatchExecInfo is cl_mutable_dispatch_exec_info_khr.
type DispatchExecInfo struct {
	Name  uint32
	Value ExecInfo
}

// structureTypeDispatch is CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR, which was 1 in older headers.
const structureTypeDispatch = 0

// Update is clUpdateMutableCommandsKHR. All changes are made, or none. Executions that have been enqueued run what was
// recorded before.
func (b *CommandBuffer) Update(u MutableUpdate, find Finder) error {
	if err := b.use(); err != nil {
		return err
	}
	defer b.drop()
	if err := b.checkUpdate(&u); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.isFinal {
		return b.context.fail(cl.InvalidOperation, "the command-buffer is not finalised")
	}
	changed := map[int]*step{}
	defer func() {
		for _, one := range changed {
			one.drop() // the hold of this call
		}
	}()
	for _, config := range u.Configs {
		if err := b.changeLocked(config, changed, find); err != nil {
			return err
		}
	}
	next := b.present.clone(changed)
	next.finish()
	b.present.drop()
	b.present = next
	return nil
}

func (b *CommandBuffer) checkUpdate(u *MutableUpdate) error {
	if b.flags&cl.CommandBufferMutableKhr == 0 {
		return b.context.fail(cl.InvalidOperation, "the command-buffer was created without "+
			"CL_COMMAND_BUFFER_MUTABLE_KHR")
	}
	if u.HasTypes != (u.Count > 0) {
		return b.context.fail(cl.InvalidValue, "config_types is NULL and num_configs is %d, or the reverse", u.Count)
	}
	if (u.Configs != nil) != (u.Count > 0) {
		return b.context.fail(cl.InvalidValue, "configs is NULL and num_configs is %d, or the reverse", u.Count)
	}
	for i, kind := range u.Types {
		if kind != structureTypeDispatch {
			return b.context.fail(cl.InvalidValue, "config_types[%d] is %d, which is unknown", i, kind)
		}
		if u.Configs[i] == nil {
			return b.context.fail(cl.InvalidValue, "configs[%d] is NULL", i)
		}
	}
	return nil
}

// changeLocked makes the step that a command becomes.
func (b *CommandBuffer) changeLocked(c *DispatchConfig, changed map[int]*step, find Finder) error {
	if c.Command == nil || c.Command.buffer != b {
		return b.context.fail(cl.InvalidMutableCommandKhr, "command is not a mutable command of the command-buffer")
	}
	index := c.Command.index
	before := changed[index]
	if before == nil {
		before = b.present.steps[index]
	}
	if err := b.checkConfig(c, before.dispatch); err != nil {
		return err
	}
	next, err := before.dispatch.changed(c, find)
	if err != nil {
		return err
	}
	if next.space.canBeGroup() && next.space.isUniform() != before.dispatch.space.isUniform() {
		next.drop()
		return b.context.fail(cl.InvalidOperation, "the sizes change whether all work-groups have the same size")
	}
	one, err := next.step(b.queues[before.queue], before.queue)
	if err != nil {
		next.drop()
		return err
	}
	one.wave = before.wave
	one.users.Store(1)
	if changed[index] != nil {
		changed[index].drop()
	}
	changed[index] = one
	return nil
}

// checkConfig checks what may be changed, and lists with their counts.
func (b *CommandBuffer) checkConfig(c *DispatchConfig, d *dispatch) error {
	for _, change := range []struct {
		name  string
		field uint64
		is    bool
	}{
		{"global_work_offset", cl.MutableDispatchGlobalOffsetKhr, c.Offset != nil},
		{"global_work_size", cl.MutableDispatchGlobalSizeKhr, c.Global != nil},
		{"local_work_size", cl.MutableDispatchLocalSizeKhr, c.Local != nil},
		{"arguments", cl.MutableDispatchArgumentsKhr, c.ArgCount+c.SVMArgCount != 0},
		{"execution information", cl.MutableDispatchExecInfoKhr, c.ExecInfoCount != 0},
	} {
		if change.is && d.fields&change.field == 0 {
			return b.context.fail(cl.InvalidOperation, "%s: not among the fields of the command that can be changed",
				change.name)
		}
	}
	if c.WorkDim != 0 && c.WorkDim != d.space.WorkDim {
		return b.context.fail(cl.InvalidOperation, "work_dim is %d, but the command was recorded with %d", c.WorkDim,
			d.space.WorkDim)
	}
	for _, list := range []struct {
		name   string
		isNull bool
		count  uint32
	}{
		{"arg_list", c.Args == nil, c.ArgCount},
		{"arg_svm_list", c.SVMArgs == nil, c.SVMArgCount},
		{"exec_info_list", c.ExecInfos == nil, c.ExecInfoCount},
	} {
		if list.isNull != (list.count == 0) {
			return b.context.fail(cl.InvalidValue, "%s is NULL and its count is %d, or the reverse", list.name,
				list.count)
		}
	}
	return nil
}

// changed is a copy of the dispatch with changes.
func (d *dispatch) changed(c *DispatchConfig, find Finder) (*dispatch, error) {
	own, err := d.own.Clone()
	if err != nil {
		return nil, err
	}
	if err := own.apply(c, find); err != nil {
		own.dropLater()
		return nil, err
	}
	d.kernel.hold()
	next := &dispatch{kernel: d.kernel, own: own, space: d.space.clone(), fields: d.fields, properties: d.properties}
	change(&next.space.Offset, c.Offset)
	change(&next.space.Global, c.Global)
	change(&next.space.Local, c.Local)
	return next, nil
}

// change sets sizes to a copy of those that are given.
func change(sizes *[]uint64, given []uint64) {
	if given != nil {
		*sizes = slices.Clone(given)
	}
}

// apply sets arguments and what is known of the kernel's memory.
func (k *Kernel) apply(c *DispatchConfig, find Finder) error {
	for _, arg := range c.Args {
		if err := k.SetArg(arg.Index, arg.SizeBytes, arg.Value, find); err != nil {
			return err
		}
	}
	for _, arg := range c.SVMArgs {
		if err := k.SetArgSVMPointer(arg.Index, arg.Value); err != nil {
			return err
		}
	}
	for _, info := range c.ExecInfos {
		if err := k.SetExecInfo(info.Name, info.Value); err != nil {
			return err
		}
	}
	return nil
}
