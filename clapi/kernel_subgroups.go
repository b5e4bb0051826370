package clapi

import (
	"encoding/binary"
	"slices"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/ceil"
)

// subGroupSizes are those that kernels may require. All work in both engines, whatever the length of vectors.
var subGroupSizes = []uint64{4, 8, 16, 32, 64}

// maxSubGroups is the most sub-groups that a group can have: as many as the smallest size allows.
const maxSubGroups = maxWorkGroupSize / 4

// InfoInput is input_value and input_value_size of a query.
type InfoInput struct {
	Address   uintptr
	SizeBytes uint64
}

// sizes are the numbers of an input, nil if it has not from 1 to most numbers.
func (i InfoInput) sizes(most uint64) (list []uint64) {
	if i.Address == 0 || i.SizeBytes == 0 || i.SizeBytes%8 != 0 || i.SizeBytes > 8*most {
		return nil
	}
	for bytes := hostmem.Bytes(i.Address, i.SizeBytes); len(bytes) > 0; bytes = bytes[8:] {
		list = append(list, binary.NativeEndian.Uint64(bytes))
	}
	return list
}

// subGroupQuery answers a query about the sub-groups of a kernel for input numbers; dimensions is how many numbers the
// answer is to have if it is a local size.
type subGroupQuery struct {
	inputs uint64 // the most numbers that the input may have; 0: it is ignored
	answer func(k *compiler.Kernel, input []uint64, dimensions int) []uint64
}

var kernelSubGroupInfo = map[uint32]subGroupQuery{
	cl.KernelMaxSubGroupSizeForNdrange: {3, func(k *compiler.Kernel, _ []uint64, _ int) []uint64 {
		return []uint64{k.SubGroupSize}
	}},
	cl.KernelSubGroupCountForNdrange: {3, func(k *compiler.Kernel, input []uint64, _ int) []uint64 {
		items := uint64(1)
		for _, n := range input {
			items *= n
		}
		return []uint64{ceil.Div(items, k.SubGroupSize)}
	}},
	cl.KernelLocalSizeForSubGroupCount: {1, func(k *compiler.Kernel, input []uint64, dimensions int) []uint64 {
		return localSizeFor(k, input[0], dimensions)
	}},
	cl.KernelMaxNumSubGroups: {0, func(k *compiler.Kernel, _ []uint64, _ int) []uint64 {
		return []uint64{maxWorkGroupSize / k.SubGroupSize}
	}},
	cl.KernelCompileNumSubGroups: {0, func(k *compiler.Kernel, _ []uint64, _ int) []uint64 { // a mode of SPIR-V
		return []uint64{k.ReqdSubGroups}
	}},
	cl.KernelCompileSubGroupSizeIntel: {0, func(k *compiler.Kernel, _ []uint64, _ int) []uint64 {
		return []uint64{k.ReqdSubGroupSize}
	}},
}

// localSizeFor is the local size of a number of whole sub-groups, zeros if there is none.
func localSizeFor(k *compiler.Kernel, count uint64, dimensions int) []uint64 {
	size := make([]uint64, dimensions)
	most := maxWorkGroupSize / k.SubGroupSize
	if count == 0 || count > most {
		return size
	}
	items := count * k.SubGroupSize
	if want := k.ReqdWorkGroupSize; want[0] != 0 && want != [3]uint64{items, 1, 1} {
		return size
	}
	for i := range size {
		size[i] = 1
	}
	size[0] = items
	return size
}

// GetSubGroupInfo is clGetKernelSubGroupInfo. The caller has replaced a NULL device by the kernel's only one.
func (k *Kernel) GetSubGroupInfo(device *Device, name uint32, in InfoInput, out InfoTarget) (uint64, error) {
	if err := k.check(); err != nil {
		return 0, err
	}
	c := k.Context()
	form, err := k.checkDevice(device)
	if err != nil {
		return 0, err
	}
	query, ok := kernelSubGroupInfo[name]
	if !ok {
		return 0, c.fail(cl.InvalidValue, "param_name %#x is not known to this query", name)
	}
	input := in.sizes(query.inputs)
	if query.inputs > 0 && (input == nil || name != cl.KernelLocalSizeForSubGroupCount && slices.Contains(input, 0)) {
		return 0, c.fail(cl.InvalidValue, "input_value of %d bytes is NULL, or not %d sizes at most", in.SizeBytes,
			query.inputs)
	}
	dimensions := maxWorkItemDimensions
	if out.Address != 0 {
		dimensions = int(min(max(out.SizeBytes/8, 1), maxWorkItemDimensions))
	}
	return out.write(c, infoUint64(query.answer(form.code, input, dimensions)...))
}
