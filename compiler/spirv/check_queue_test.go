package spirv

import (
	"strings"
	"testing"
)

// TestQueueFaults: functions that cannot become kernels, and arguments that do not fit, are refused.
func TestQueueFaults(t *testing.T) {
	const (
		pointer = idFree + iota
		queue
		event
		events
		functionType
		work
		memory
		label
		four
		three
		variable
		numbers
		result
		undefined
		isBad
	)
	declare := func(a *assembly) {
		a.add(OpTypePointer, pointer, StorageFunction, idInt)
		a.add(OpTypeQueue, queue)
		a.add(OpTypeDeviceEvent, event)
		a.add(OpTypePointer, events, StorageFunction, event)
		a.add(OpTypeFunction, functionType, idVoid, pointer)
		a.add(OpConstant, idInt, four, 4)
		a.add(OpConstant, idInt, three, 3)
		a.add(OpFunction, idVoid, work, 0, functionType)
		a.add(OpFunctionParameter, pointer, memory)
		a.add(OpLabel, label)
		a.add(OpReturn)
		a.add(OpFunctionEnd)
	}
	ask := func(words ...uint32) func(a *assembly) {
		return func(a *assembly) {
			a.add(OpVariable, pointer, variable, StorageFunction)
			a.add(OpUndef, idInt, undefined)
			a.add(OpUndef, queue, numbers)
			a.add(OpGetKernelWorkGroupSize, append([]uint32{idInt, result}, words...)...)
		}
	}
	enqueue := func(words ...uint32) func(a *assembly) {
		return func(a *assembly) {
			ask(work, variable, four, four)(a)
			a.add(OpEnqueueKernel, append([]uint32{idInt, isBad}, words...)...)
		}
	}
	for name, c := range map[string]struct {
		body func(a *assembly)
		want string // empty: none
	}{
		"sound":         {body: ask(work, variable, four, four)},
		"no function":   {ask(idZero, variable, four, four), "%11 is no function with a body"},
		"global memory": {ask(idKernel, variable, four, four), "must be a pointer of storage class Generic"},
		"no pointer":    {ask(work, four, four, four), "operand 1 is no pointer"},
		"any size":      {body: ask(work, variable, undefined, undefined)},
		"size":          {ask(work, variable, numbers, four), "size or alignment of the arguments is no integer"},
		"alignment":     {ask(work, variable, four, three), "an alignment of 3, which is no power of two"},
		"queue": {enqueue(four, four, variable, idZero, variable, variable, work, variable, four, four),
			"operand 0 is no queue"},
		"range": {enqueue(numbers, four, variable, idZero, variable, variable, work, variable, four, four),
			"operand 2 is no range"},
	} {
		_, err := Parse(faulty(declare, c.body))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, not %q", name, err, c.want)
		}
	}
}
