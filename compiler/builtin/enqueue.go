package builtin

import (
	"fmt"

	"heddle/compiler/ast"
)

// The built-in functions of "Enqueuing Kernels" (OpenCL C 3.0, section 6.15.18). An ndrange_t is ast.NDRange; a block
// is given as it is, since the lowerer wants to know its literal. The signatures of those without blocks and lists
// of sizes stand in the table.

// resolveEnqueueKernel resolves the four forms: with and without events, with and without local memory.
func resolveEnqueueKernel(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	const plain, withEvents = 4, 7
	block := plain - 1
	if len(args) >= withEvents && args[plain-1].Kind != ast.Block {
		block = withEvents - 1
	}
	switch {
	case len(args) < plain:
		return wrongCount(c, plain, len(args))
	case args[0].Kind != ast.Queue || !args[1].IsInteger() || args[2] != ast.NDRange || args[block].Kind != ast.Block:
		return noMatch(c, args)
	}
	c.Params = []*ast.Type{args[0], ast.Basic(ast.Int), args[2]}
	if block == withEvents-1 {
		events, err := eventParams(c, args, args[plain-1:withEvents-1], ts)
		if err != nil {
			return err
		}
		c.Params = append(c.Params, events...)
	}
	c.Params = append(c.Params, args[block])
	c.Result = ast.Basic(ast.Int)
	return localSizes(c, args[block].Elem, args[block+1:])
}

// eventParams are the types of a number of events, a list of them and a pointer to the one to be made.
func eventParams(c *Call, args, three []*ast.Type, ts *ast.Types) ([]*ast.Type, error) {
	if !three[0].IsInteger() || !isEventPointer(three[1]) || !isEventPointer(three[2]) || isReadOnly(three[2]) {
		return nil, noMatch(c, args)
	}
	event := ast.Basic(ast.ClkEvent)
	return []*ast.Type{ast.Basic(ast.UInt), ts.Pointer(event, three[1].ElemQual, three[1].Space),
		ts.Pointer(event, three[2].ElemQual, three[2].Space)}, nil
}

// isEventPointer reports whether t points to events, or is the type of NULL.
func isEventPointer(t *ast.Type) bool {
	return t.Kind == ast.Pointer && (t.Elem.Kind == ast.ClkEvent || t.Elem.Kind == ast.Void)
}

// localSizes checks a block that becomes a kernel, and adds a size for each of its parameters.
func localSizes(c *Call, block *ast.Type, sizes []*ast.Type) error {
	if err := checkKernelBlock(c, block); err != nil {
		return err
	}
	if len(sizes) != len(block.Params) {
		return fmt.Errorf("function '%s' needs a size for each of the %d parameters of the block, but there are %d",
			c.Name, len(block.Params), len(sizes))
	}
	for _, t := range sizes {
		if !t.IsInteger() {
			return fmt.Errorf("a size given to function '%s' is no integer, but '%s'", c.Name, spelling(t))
		}
		c.Params = append(c.Params, ast.Basic(ast.UInt))
	}
	return nil
}

// checkKernelBlock checks that a block can be a kernel: its parameters are pointers to local memory.
func checkKernelBlock(c *Call, block *ast.Type) error {
	if block.Result.Kind != ast.Void {
		return fmt.Errorf("a block given to function '%s' cannot return a value, as this one does of type '%s'", c.Name,
			spelling(block.Result))
	}
	for _, t := range block.Params {
		if t.Kind != ast.Pointer || t.Space != ast.Local {
			return fmt.Errorf("a block given to function '%s' can only have parameters that point to local memory, "+
				"not '%s'", c.Name, spelling(t))
		}
	}
	return nil
}

func resolveEnqueueMarker(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	switch {
	case len(args) != 4:
		return wrongCount(c, 4, len(args))
	case args[0].Kind != ast.Queue:
		return noMatch(c, args)
	}
	events, err := eventParams(c, args, args[1:], ts)
	if err != nil {
		return err
	}
	c.Params, c.Result = append([]*ast.Type{args[0]}, events...), ast.Basic(ast.Int)
	return nil
}

// resolveBlockQuery resolves get_kernel_work_group_size and its like, of a block.
func resolveBlockQuery(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	switch {
	case len(args) != 1:
		return wrongCount(c, 1, len(args))
	case args[0].Kind != ast.Block:
		return noMatch(c, args)
	}
	c.Params, c.Result = args[:1:1], ast.Basic(ast.UInt)
	return checkKernelBlock(c, args[0].Elem)
}

// resolveRangeQuery resolves the queries of a range and a block.
func resolveRangeQuery(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	switch {
	case len(args) != 2:
		return wrongCount(c, 2, len(args))
	case args[0] != ast.NDRange || args[1].Kind != ast.Block:
		return noMatch(c, args)
	}
	c.Params, c.Result = args[:2:2], ast.Basic(ast.UInt)
	return checkKernelBlock(c, args[1].Elem)
}

// resolveNDRange resolves ndrange_1D, of numbers, and its like, of pointers to numbers: a size, a size and a local
// size, or an offset before them.
func resolveNDRange(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	if len(args) < 1 || len(args) > 3 {
		return fmt.Errorf("wrong number of arguments to function '%s': expected 1, 2 or 3, have %d", c.Name, len(args))
	}
	for _, t := range args {
		switch {
		case c.Name == "ndrange_1D" && t.IsInteger():
			t = ast.Basic(ast.ULong)
		case c.Name == "ndrange_1D", t.Kind != ast.Pointer, t.Elem.Kind != ast.ULong && t.Elem.Kind != ast.Long:
			return noMatch(c, args)
		}
		c.Params = append(c.Params, t)
	}
	c.Result = ast.NDRange
	return nil
}

// resolveProfilingInfo resolves capture_event_profiling_info.
func resolveProfilingInfo(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	switch {
	case len(args) != 3:
		return wrongCount(c, 3, len(args))
	case args[0].Kind != ast.ClkEvent, !args[1].IsInteger(), args[2].Kind != ast.Pointer, isReadOnly(args[2]),
		args[2].Space != ast.Global && args[2].Space != ast.Generic:
		return noMatch(c, args)
	}
	c.Params, c.Result = []*ast.Type{args[0], ast.Basic(ast.Int), args[2]}, ast.Basic(ast.Void)
	return nil
}
