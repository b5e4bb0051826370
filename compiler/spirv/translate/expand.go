package translate

import (
	"slices"
	"strings"

	"heddle/compiler/spirv"
)

// maxExpanded bounds the instructions of a function with the calls in their place that are always inlined: of functions
// that wait at barriers, print or access images. Calls of calls could make any number of instructions of few.
const maxExpanded = 1 << 22

// expansion is an error if a function would be too long.
func expansion(m *spirv.Module) error {
	known := map[*spirv.Function]expanded{}
	for _, f := range m.Functions {
		if expand(m, f, known).size > maxExpanded {
			return f.In.Fault("the function %%%d has more than %d instructions with all it calls", f.ID, maxExpanded)
		}
	}
	return nil
}

// expanded is the size of a function, and whether it is inlined in any case.
type expanded struct {
	size uint64
	must bool
}

// expand works without recursion, for chains of calls may be long. A function that calls itself, which no kernel does,
// counts once.
func expand(m *spirv.Module, root *spirv.Function, known map[*spirv.Function]expanded) expanded {
	isOpen := map[*spirv.Function]bool{}
	for stack := []*spirv.Function{root}; len(stack) > 0; {
		f := stack[len(stack)-1]
		if _, done := known[f]; done || isOpen[f] {
			stack = stack[:len(stack)-1]
			if !done {
				known[f] = withCalls(m, f, known)
			}
			continue
		}
		isOpen[f] = true
		for _, callee := range f.Calls {
			if !isOpen[callee] {
				stack = append(stack, callee)
			}
		}
	}
	return known[root]
}

func withCalls(m *spirv.Module, f *spirv.Function, known map[*spirv.Function]expanded) (e expanded) {
	for _, b := range f.Blocks {
		e.size += uint64(len(b.Body)) + 1
		for _, in := range b.Body {
			if t := m.ValueType(in.Result); in.Result != 0 && t != nil {
				e.size += t.Scalars
			}
			e.must = e.must || isKernelsOnly(in)
		}
	}
	for _, callee := range f.Calls {
		if k := known[callee]; k.must {
			e.size, e.must = min(e.size+k.size, maxExpanded+1), true
		}
	}
	return e
}

// isKernelsOnly reports whether functions with an instruction are always inlined.
func isKernelsOnly(in *spirv.Instruction) bool {
	switch in.Op {
	case spirv.OpControlBarrier, spirv.OpControlBarrierWaitINTEL, spirv.OpNamedBarrierInitialize,
		spirv.OpMemoryNamedBarrier, spirv.OpUntypedGroupAsyncCopy:
		return true
	case spirv.OpExtInst:
		return spirv.OpenCLName(in.Args[1]) == "printf"
	}
	return slices.ContainsFunc([]string{"OpGroup", "OpSubgroup", "OpImage"}, func(prefix string) bool {
		return strings.HasPrefix(in.Op.String(), prefix)
	})
}
