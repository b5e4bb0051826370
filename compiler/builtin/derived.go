package builtin

import (
	"fmt"
	"strconv"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
)

// Conversion is the meaning of a conversion's name: convert_uchar4_sat_rte, vstore_half_rtz.
type Conversion struct {
	Saturate bool
	Rounding ir.Rounding // RoundDefault: none named
}

// The families of names that contain a type or a number of elements.
var (
	convertFamily   = &Family{How: Special, Lib: "convert"}
	asFamily        = &Family{How: Special, Lib: "as"}
	loadFamily      = &Family{How: Special, Lib: "vload"}
	storeFamily     = &Family{How: Special, Lib: "vstore"}
	halfLoadFamily  = &Family{How: Special, Lib: "vloadhalf"}
	halfStoreFamily = &Family{How: Special, Lib: "vstorehalf"}
	shuffleFamily   = &Family{How: Special, Lib: "shuffle"}
	printfFamily    = &Family{How: Special, Lib: "printf"}
	spaceFamily     = &Family{How: Special, Lib: "space"}
	overflowFamily  = &Family{How: Special, Lib: "overflow"}
	copyFamily      = &Family{How: Special, Lib: "copybytes"}
	fillFamily      = &Family{How: Special, Lib: "fillbytes"}
	alignedFamily   = &Family{How: Special, Lib: "firstargument"}
	prefetchFamily  = &Family{How: Special, Lib: "prefetch"}
	pipePacket      = &Family{How: Special, Lib: "pipepacket"}
	pipeReserve     = &Family{How: Special, Lib: "pipereserve"}
	pipeGroup       = &Family{How: Special, Lib: "pipereservegroup", Scratch: ir.FoldBytes}
	pipeSubGroup    = &Family{How: Special, Lib: "pipereservesubgroup"}
	pipeCommit      = &Family{How: Special, Lib: "pipecommit"}
	pipeQuery       = &Family{How: Special, Lib: "pipequery"}
	imageRead       = &Family{How: Special, Lib: "imageread"}
	imageWrite      = &Family{How: Special, Lib: "imagewrite"}
	imageQuery      = &Family{How: Special, Lib: "imagequery"}
	queueFamily     = &Family{How: Special, Lib: "queue"}
	ndRangeFamily   = &Family{How: Special, Lib: "ndrange"}
)

type derivedResolver func(c *Call, rest string, args []*ast.Type, ts *ast.Types) error

// derived are the prefixes in the order in which they are tried.
var derived = []struct {
	prefix  string
	family  *Family
	resolve derivedResolver
}{
	{"convert_", convertFamily, resolveConvert},
	{"as_", asFamily, resolveAs},
	{"vloada_half", halfLoadFamily, resolveHalfLoad},
	{"vload_half", halfLoadFamily, resolveHalfLoad},
	{"vstorea_half", halfStoreFamily, resolveHalfStore},
	{"vstore_half", halfStoreFamily, resolveHalfStore},
	{"vload", loadFamily, resolveLoad},
	{"vstore", storeFamily, resolveStore},
	{"shuffle2", shuffleFamily, resolveShuffle},
	{"shuffle", shuffleFamily, resolveShuffle},
	{"printf", printfFamily, resolvePrintf},
	{"to_global", spaceFamily, resolveToSpace},
	{"to_local", spaceFamily, resolveToSpace},
	{"to_private", spaceFamily, resolveToSpace},
	{"get_fence", spaceFamily, resolveGetFence},
	{"__builtin_printf", printfFamily, resolvePrintf},
	{"__builtin_add_overflow", overflowFamily, resolveOverflow},
	{"__builtin_sub_overflow", overflowFamily, resolveOverflow},
	{"__builtin_mul_overflow", overflowFamily, resolveOverflow},
	{"__builtin_memcpy", copyFamily, resolveBytes},
	{"__builtin_memmove", copyFamily, resolveBytes},
	{"__builtin_memset", fillFamily, resolveBytes},
	{"__builtin_assume_aligned", alignedFamily, resolveAssumeAligned},
	{"__builtin_prefetch", prefetchFamily, resolvePrefetch},
	{"read_imagef", imageRead, resolveImageRead},
	{"read_imagei", imageRead, resolveImageRead},
	{"read_imageui", imageRead, resolveImageRead},
	{"read_imageh", imageRead, resolveImageRead},
	{"write_imagef", imageWrite, resolveImageWrite},
	{"write_imagei", imageWrite, resolveImageWrite},
	{"write_imageui", imageWrite, resolveImageWrite},
	{"write_imageh", imageWrite, resolveImageWrite},
	{"read_pipe", pipePacket, resolvePipePacket},
	{"write_pipe", pipePacket, resolvePipePacket},
	{"reserve_read_pipe", pipeReserve, resolvePipeReserve},
	{"reserve_write_pipe", pipeReserve, resolvePipeReserve},
	{"work_group_reserve_read_pipe", pipeGroup, resolvePipeReserve},
	{"work_group_reserve_write_pipe", pipeGroup, resolvePipeReserve},
	{"sub_group_reserve_read_pipe", pipeSubGroup, resolvePipeReserve},
	{"sub_group_reserve_write_pipe", pipeSubGroup, resolvePipeReserve},
	{"sub_group_commit_read_pipe", pipeCommit, resolvePipeCommit},
	{"sub_group_commit_write_pipe", pipeCommit, resolvePipeCommit},
	{"commit_read_pipe", pipeCommit, resolvePipeCommit},
	{"commit_write_pipe", pipeCommit, resolvePipeCommit},
	{"work_group_commit_read_pipe", pipeCommit, resolvePipeCommit},
	{"work_group_commit_write_pipe", pipeCommit, resolvePipeCommit},
	{"get_pipe_num_packets", pipeQuery, resolvePipeQuery},
	{"get_pipe_max_packets", pipeQuery, resolvePipeQuery},
	{"enqueue_kernel", queueFamily, resolveEnqueueKernel},
	{"enqueue_marker", queueFamily, resolveEnqueueMarker},
	{"get_kernel_work_group_size", queueFamily, resolveBlockQuery},
	{"get_kernel_preferred_work_group_size_multiple", queueFamily, resolveBlockQuery},
	{"get_kernel_sub_group_count_for_ndrange", queueFamily, resolveRangeQuery},
	{"get_kernel_max_sub_group_size_for_ndrange", queueFamily, resolveRangeQuery},
	{"capture_event_profiling_info", queueFamily, resolveProfilingInfo},
	{"ndrange_1D", ndRangeFamily, resolveNDRange},
	{"ndrange_2D", ndRangeFamily, resolveNDRange},
	{"ndrange_3D", ndRangeFamily, resolveNDRange},
	{"get_image_width", imageQuery, resolveImageQuery},
	{"get_image_height", imageQuery, resolveImageQuery},
	{"get_image_depth", imageQuery, resolveImageQuery},
	{"get_image_channel_data_type", imageQuery, resolveImageQuery},
	{"get_image_channel_order", imageQuery, resolveImageQuery},
	{"get_image_dim", imageQuery, resolveImageQuery},
	{"get_image_array_size", imageQuery, resolveImageQuery},
	{"get_image_num_mip_levels", imageQuery, resolveImageQuery},
}

// resolveDerived resolves names that are not in the table.
func resolveDerived(name string, args []*ast.Type, ts *ast.Types) (*Call, error) {
	for i := range derived {
		d := &derived[i]
		rest, ok := strings.CutPrefix(name, d.prefix)
		if !ok || !validRest(d.family, rest, ts) {
			continue
		}
		c := &Call{Name: name, Family: d.family, Lanes: 1}
		if err := d.resolve(c, rest, args, ts); err != nil {
			return nil, err
		}
		return c, nil
	}
	return nil, fmt.Errorf("no built-in function '%s'", name)
}

func isDerived(name string) bool {
	for i := range derived {
		if rest, ok := strings.CutPrefix(name, derived[i].prefix); ok {
			if validRest(derived[i].family, rest, nil) {
				return true
			}
		}
	}
	return false
}

// validRest reports whether the rest after a prefix makes a built-in's name.
func validRest(f *Family, rest string, ts *ast.Types) bool {
	switch f {
	case convertFamily:
		word, _, ok := cutConversion(rest)
		return ok && validType(word)
	case asFamily:
		return validType(rest)
	case halfLoadFamily:
		return rest == "" || laneCount(rest) > 1
	case halfStoreFamily:
		word, conversion, ok := cutConversion(rest)
		return ok && !conversion.Saturate && (word == "" || laneCount(word) > 1)
	case loadFamily, storeFamily:
		return laneCount(rest) > 1
	}
	return rest == ""
}

func laneCount(s string) int {
	switch s {
	case "2", "3", "4", "8", "16":
		n, _ := strconv.Atoi(s)
		return n
	}
	return 0
}

func validType(word string) bool {
	kind, lanes := parseType(word)
	return kind != ast.Invalid && lanes > 0
}

// parseType reads "uchar4".
func parseType(word string) (ast.Kind, int) {
	name := strings.TrimRight(word, "0123456789")
	lanes := 1
	if len(name) < len(word) {
		lanes = laneCount(word[len(name):])
	}
	if name == "size_t" || name == "uintptr_t" {
		name = "ulong"
	}
	for kind := ast.Char; kind <= ast.Double; kind++ {
		if scalarNames[kind] == name {
			return kind, lanes
		}
	}
	return ast.Invalid, lanes
}

// cutConversion cuts _sat and a rounding mode off the end of a name.
func cutConversion(rest string) (word string, c Conversion, ok bool) {
	word, suffix, _ := strings.Cut(rest, "_")
	for _, part := range strings.Split(suffix, "_") {
		switch {
		case part == "":
		case part == "sat" && !c.Saturate && c.Rounding == ir.RoundDefault:
			c.Saturate = true
		case roundings[part] != 0 && c.Rounding == ir.RoundDefault:
			c.Rounding = roundings[part]
		default:
			return "", c, false
		}
	}
	return word, c, true
}

var roundings = map[string]ir.Rounding{"rte": ir.RoundNearest, "rtz": ir.RoundZero, "rtp": ir.RoundUp,
	"rtn": ir.RoundDown}

func wrongCount(c *Call, want, have int) error {
	return fmt.Errorf("wrong number of arguments to function '%s': expected %d, have %d", c.Name, want, have)
}

func noMatch(c *Call, args []*ast.Type) error {
	return fmt.Errorf("no matching function for call to '%s' with argument types (%s)", c.Name, spellings(args))
}

func (c *Call) setResult(ts *ast.Types, kind ast.Kind, lanes int) {
	c.Elem, c.Lanes = ast.Basic(kind), lanes
	c.Result = ts.Vector(c.Elem, lanes)
}

func resolveConvert(c *Call, rest string, args []*ast.Type, ts *ast.Types) error {
	word, conversion, _ := cutConversion(rest)
	kind, lanes := parseType(word)
	if len(args) != 1 {
		return wrongCount(c, 1, len(args))
	}
	if !args[0].Scalar().IsArith() || args[0].Lanes() != lanes {
		return noMatch(c, args)
	}
	c.setResult(ts, kind, lanes)
	c.Convert, c.Params = conversion, args[:1:1]
	return nil
}

func resolveAs(c *Call, rest string, args []*ast.Type, ts *ast.Types) error {
	kind, lanes := parseType(rest)
	if len(args) != 1 {
		return wrongCount(c, 1, len(args))
	}
	c.setResult(ts, kind, lanes)
	if !args[0].Scalar().IsArith() || args[0].Size() != c.Result.Size() {
		return fmt.Errorf("invalid reinterpretation: sizes of '%s' and '%s' must match", spelling(c.Result),
			spelling(args[0]))
	}
	c.Params = args[:1:1]
	return nil
}

// pointerTo reports whether an argument points to arithmetic scalars, or to halves when they are wanted.
func pointerTo(t *ast.Type, write bool) bool {
	return t.Kind == ast.Pointer && t.Elem.IsArith() &&
		!(write && (t.ElemQual&ast.Const != 0 || t.Space == ast.Constant))
}

func resolveLoad(c *Call, rest string, args []*ast.Type, ts *ast.Types) error {
	if len(args) != 2 {
		return wrongCount(c, 2, len(args))
	}
	if !args[0].IsInteger() || !pointerTo(args[1], false) || args[1].Elem.Kind == ast.Bool {
		return noMatch(c, args)
	}
	c.setResult(ts, args[1].Elem.Kind, laneCount(rest))
	c.Params = []*ast.Type{ast.Basic(ast.ULong), args[1]}
	return nil
}

func resolveStore(c *Call, rest string, args []*ast.Type, ts *ast.Types) error {
	if len(args) != 3 {
		return wrongCount(c, 3, len(args))
	}
	if !args[1].IsInteger() || !pointerTo(args[2], true) {
		return noMatch(c, args)
	}
	lanes := laneCount(rest)
	vector := ts.Vector(ast.Basic(args[2].Elem.Kind), lanes)
	if args[0] != vector && !args[0].IsArith() {
		return noMatch(c, args)
	}
	c.Elem, c.Lanes, c.Result = vector.Elem, lanes, ast.Basic(ast.Void)
	c.Params = []*ast.Type{vector, ast.Basic(ast.ULong), args[2]}
	return nil
}

func lanesOrOne(s string) int { return max(laneCount(s), 1) }

func resolveHalfLoad(c *Call, rest string, args []*ast.Type, ts *ast.Types) error {
	if len(args) != 2 {
		return wrongCount(c, 2, len(args))
	}
	if !args[0].IsInteger() || !pointerTo(args[1], false) || args[1].Elem.Kind != ast.Half {
		return noMatch(c, args)
	}
	c.setResult(ts, ast.Float, lanesOrOne(rest))
	c.Params = []*ast.Type{ast.Basic(ast.ULong), args[1]}
	return nil
}

func resolveHalfStore(c *Call, rest string, args []*ast.Type, ts *ast.Types) error {
	word, conversion, _ := cutConversion(rest)
	if len(args) != 3 {
		return wrongCount(c, 3, len(args))
	}
	if !args[1].IsInteger() || !pointerTo(args[2], true) || args[2].Elem.Kind != ast.Half {
		return noMatch(c, args)
	}
	lanes := lanesOrOne(word)
	elem := args[0].Scalar()
	if !elem.IsArith() || args[0].Lanes() != lanes {
		return noMatch(c, args)
	}
	if elem.Kind != ast.Double {
		elem = ast.Basic(ast.Float)
	}
	c.Elem, c.Lanes, c.Result, c.Convert = elem, lanes, ast.Basic(ast.Void), conversion
	c.Params = []*ast.Type{ts.Vector(elem, lanes), ast.Basic(ast.ULong), args[2]}
	if args[0].Lanes() > 1 && c.Params[0] != args[0] {
		return noMatch(c, args)
	}
	return nil
}

// resolveShuffle resolves shuffle(x, mask) and shuffle2(x, y, mask): the mask has unsigned elements of the same size as
// the data and as many as the result.
func resolveShuffle(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	want := len(c.Name) - len("shuffle") + 2
	if len(args) != want {
		return wrongCount(c, want, len(args))
	}
	x, mask := args[0], args[want-1]
	fits := x.Kind == ast.Vector && x.Len != 3 && mask.Kind == ast.Vector && mask.Len != 3 && args[want-2] == x
	if !fits || mask.Elem != integerOfSize(x.Elem.Size(), false) {
		return noMatch(c, args)
	}
	c.setResult(ts, x.Elem.Kind, mask.Lanes())
	c.Params = args[:want:want]
	return nil
}

func resolvePrintf(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	if len(args) == 0 || args[0].Kind != ast.Pointer || args[0].Elem.Kind != ast.Char {
		return fmt.Errorf("the first argument of printf must be a string literal")
	}
	if args[0].Space != ast.Constant {
		return fmt.Errorf("the format of printf must lie in constant memory, not be a '%s'", spelling(args[0]))
	}
	c.Params, c.Variadic, c.Result = args[:1:1], true, ast.Basic(ast.Int)
	return nil
}

// genericPointer checks the one argument of the functions on generic pointers.
func genericPointer(c *Call, args []*ast.Type, ts *ast.Types) error {
	if len(args) != 1 {
		return wrongCount(c, 1, len(args))
	}
	t := args[0]
	if t.Kind != ast.Pointer || t.Space == ast.Constant {
		return noMatch(c, args)
	}
	c.Params = []*ast.Type{ts.Pointer(t.Elem, t.ElemQual, ast.Generic)}
	return nil
}

// toSpaces are the address spaces of to_global and its like.
var toSpaces = map[string]ast.Space{"to_global": ast.Global, "to_local": ast.Local, "to_private": ast.Private}

func resolveToSpace(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	if err := genericPointer(c, args, ts); err != nil {
		return err
	}
	c.Result = ts.Pointer(args[0].Elem, args[0].ElemQual, toSpaces[c.Name])
	return nil
}

func resolveGetFence(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	c.Result = ast.Basic(ast.UInt)
	return genericPointer(c, args, ts)
}

// resolveOverflow resolves functions of two integers and a pointer to a third, of any types.
func resolveOverflow(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	if len(args) != 3 {
		return wrongCount(c, 3, len(args))
	}
	for _, t := range args[:2] {
		if !t.IsInteger() {
			return noMatch(c, args)
		}
	}
	to := args[2]
	if to.Kind != ast.Pointer || !to.Elem.IsInteger() || to.Elem.Kind == ast.Bool || to.Elem.Kind == ast.Enum ||
		isReadOnly(to) {
		return noMatch(c, args)
	}
	c.Params, c.Result = args[:3:3], ast.Basic(ast.Bool)
	return nil
}

func isReadOnly(pointer *ast.Type) bool {
	return pointer.Space == ast.Constant || pointer.ElemQual&ast.Const != 0
}

// resolveBytes resolves functions of a pointer that is written to, a pointer or the value of a byte, and a number of
// bytes. The pointers may be of any type and address space; their types determine the alignment.
func resolveBytes(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	if len(args) != 3 {
		return wrongCount(c, 3, len(args))
	}
	fills := strings.HasSuffix(c.Name, "memset")
	fits := args[0].Kind == ast.Pointer && !isReadOnly(args[0]) && args[2].IsInteger() &&
		(fills && args[1].IsInteger() || !fills && args[1].Kind == ast.Pointer)
	if !fits {
		return noMatch(c, args)
	}
	c.Params = []*ast.Type{args[0], args[1], ast.Basic(ast.ULong)}
	if fills {
		c.Params[1] = ast.Basic(ast.UChar)
	}
	c.Result = ts.Pointer(ast.Basic(ast.Void), 0, args[0].Space)
	return nil
}

// resolveAssumeAligned resolves a pointer, its alignment and optionally the offset from the aligned address.
func resolveAssumeAligned(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	if len(args) < 2 || len(args) > 3 {
		return wrongCount(c, 2, len(args))
	}
	if args[0].Kind != ast.Pointer || !allIntegers(args[1:]) {
		return noMatch(c, args)
	}
	c.Params = args[:len(args):len(args)]
	c.Result = ts.Pointer(ast.Basic(ast.Void), args[0].ElemQual&^ast.Const, args[0].Space)
	return nil
}

func allIntegers(types []*ast.Type) bool {
	for _, t := range types {
		if !t.IsInteger() {
			return false
		}
	}
	return true
}

// resolvePrefetch resolves a pointer, and optionally whether it will be written through and how long it will be used.
func resolvePrefetch(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	if len(args) < 1 || len(args) > 3 {
		return wrongCount(c, 1, len(args))
	}
	if args[0].Kind != ast.Pointer || !allIntegers(args[1:]) {
		return noMatch(c, args)
	}
	c.Params, c.Result = args[:len(args):len(args)], ast.Basic(ast.Void)
	return nil
}
