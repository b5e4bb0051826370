package compiler

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/passes"
)

// linked builds a program of some units.
func linked(t *testing.T, o Options, sources ...string) *Program {
	t.Helper()
	var objects []*Object
	for _, source := range sources {
		object, log, ok := Compile([]byte(source), nil, o)
		if !ok {
			t.Fatal(log)
		}
		objects = append(objects, object)
	}
	program, log, ok := Link(objects, o)
	if !ok {
		t.Fatal(log)
	}
	return program
}

func TestImageArguments(t *testing.T) {
	program := linked(t, Options{Version: 300}, `typedef write_only image3d_t volume;
kernel void k(image2d_t a, char gap, write_only image1d_array_t b, read_write image2d_depth_t c, sampler_t d,
	const sampler_t e, volume f) {}`)
	want := []Arg{
		{Name: "a", TypeName: "image2d_t", Kind: ArgImage, Address: AddressGlobal, Access: AccessReadOnly,
			SizeBytes: 8, ImageType: "image2d_t"},
		{Name: "gap", TypeName: "char", Address: AddressPrivate, Access: AccessNone, SizeBytes: 1, OffsetBytes: 8},
		{Name: "b", TypeName: "image1d_array_t", Kind: ArgImage, Address: AddressGlobal, Access: AccessWriteOnly,
			SizeBytes: 8, OffsetBytes: 16, ImageType: "image1d_array_t"},
		{Name: "c", TypeName: "image2d_depth_t", Kind: ArgImage, Address: AddressGlobal, Access: AccessReadWrite,
			SizeBytes: 8, OffsetBytes: 24, ImageType: "image2d_depth_t"},
		{Name: "d", TypeName: "sampler_t", Kind: ArgSampler, Address: AddressPrivate, Access: AccessNone, SizeBytes: 8,
			OffsetBytes: 32},
		{Name: "e", TypeName: "sampler_t", Kind: ArgSampler, Address: AddressPrivate, Access: AccessNone, SizeBytes: 8,
			OffsetBytes: 40},
		{Name: "f", TypeName: "volume", Kind: ArgImage, Address: AddressGlobal, Access: AccessWriteOnly, SizeBytes: 8,
			OffsetBytes: 48, ImageType: "image3d_t"},
	}
	for i, arg := range program.Kernels[0].Args {
		if arg != want[i] {
			t.Errorf("got  %+v\nwant %+v", arg, want[i])
		}
	}
}

// Each access to an image tells which argument the image is, and its sampler is an argument or a constant: what code
// for a format and a sampler is made by.
func TestImagesLeadToArguments(t *testing.T) {
	helper := `float4 inner(read_only image2d_t i, sampler_t s, float x) { return read_imagef(i, s, (float2)(x, x)); }
constant sampler_t elsewhere = CLK_ADDRESS_REPEAT | CLK_NORMALIZED_COORDS_TRUE;
`
	main := `constant sampler_t of_program = CLK_FILTER_LINEAR;
extern constant sampler_t elsewhere;
float4 inner(read_only image2d_t i, sampler_t s, float x);
float4 outer(sampler_t s, read_only image2d_t i, int n) {
	const sampler_t own = CLK_ADDRESS_CLAMP;
	sampler_t copied = s;
	float4 sum = 0;
	for (int k = 0; k < n; k++) {
		sum += inner(i, copied, k) + inner(i, own, k) + inner(i, of_program, k) + inner(i, 0x10, k);
	}
	return sum;
}
kernel void first(read_only image2d_t a, read_only image2d_t b, sampler_t s, write_only image2d_t out, int n) {
	float4 sum = 0;
	int2 at = (int2)(get_global_id(0), get_global_id(1));
	if (n > 3) {
		sum = outer(s, a, n) + outer(of_program, b, n);
	} else {
		sum = inner(b, elsewhere, 3.0f);
	}
	if (at.x < n)
		write_imagef(out, at, sum);
}
kernel void second(read_only image2d_t a, sampler_t s, write_only image2d_t out, int n) {
	first(a, a, s, out, n);
}`
	for name, sources := range map[string][]string{"one unit": {helper + main}, "two units": {main, helper}} {
		m := moduleOf(t, sources...)
		accesses := 0
		for _, f := range m.Funcs {
			if f != nil && f.Kernel {
				accesses += checkImageOperands(t, name, f)
			}
		}
		if accesses < 18 {
			t.Errorf("%s: only %d accesses", name, accesses)
		}
	}
}

// moduleOf is the optimised module of some units.
func moduleOf(t *testing.T, sources ...string) *ir.Module {
	t.Helper()
	var units []*unit
	for _, source := range sources {
		object, log, ok := Compile([]byte(source), nil, Options{Version: 300})
		if !ok {
			t.Fatal(log)
		}
		units = append(units, object.unit.(*unit))
	}
	list := &diag.List{}
	m := linkedModule(units, list)
	if list.HasErrors() {
		t.Fatal(list.Render())
	}
	passes.Optimize(m, passes.Options{Verify: true})
	return m
}

// checkImageOperands checks the images and samplers of a kernel's accesses, and counts these.
func checkImageOperands(t *testing.T, name string, f *ir.Func) (accesses int) {
	for i := range f.Instrs {
		in := &f.Instrs[i]
		if in.Op != ir.OpImageRead && in.Op != ir.OpImageWrite {
			continue
		}
		accesses++
		if !isArgument(f, in.Args[0]) {
			t.Errorf("%s: the image of %s", name, ir.PrintInstr(f, ir.ValueID(i)))
		}
		if ir.ImageKind(in.Kind).Sampled() && !isArgument(f, in.Args[1]) && f.Instr(in.Args[1]).Op != ir.OpConst {
			t.Errorf("%s: the sampler of %s", name, ir.PrintInstr(f, ir.ValueID(i)))
		}
	}
	return accesses
}

// isArgument reports whether a value is loaded from a fixed place in the argument block.
func isArgument(f *ir.Func, v ir.ValueID) bool {
	in := f.Instr(v)
	if in.Op != ir.OpLoad || in.Space != ir.SpaceArgs {
		return false
	}
	at := f.Instr(in.Args[0])
	if at.Op == ir.OpPtrAdd && f.Instr(at.Args[1]).Op == ir.OpConst {
		at = f.Instr(at.Args[0])
	}
	return at.Op == ir.OpArgBlock
}

// The code generator refuses images and says so; the interpreter's program is made.
func TestImageKernelsHaveNoMachineCode(t *testing.T) {
	k := linked(t, Options{Version: 120}, `kernel void k(read_only image2d_t i, write_only image2d_t o) {
	int2 at = (int2)(get_global_id(0), get_global_id(1));
	write_imagef(o, at, read_imagef(i, at));
}`).Kernels[0]
	for _, bits := range []int{256, 512} {
		k.Machine.Plan(bits)
		if code, err := k.Machine.Version(bits, object.Version{Count: 1}); code != nil || err == nil ||
			!strings.Contains(err.Error(), "image operations are expanded first") {
			t.Errorf("%d bits: %v, %v", bits, code, err)
		}
	}
	if err := k.Lane.Complete(); err != nil || len(k.Lane.Images) != 2 || k.Lane.ImageOps != 2 {
		t.Errorf("lane program: %v\n%v", err, k.Lane)
	}
}
