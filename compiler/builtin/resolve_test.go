package builtin

import (
	"strings"
	"testing"

	"heddle/compiler/ast"
)

func typeNamed(t *testing.T, ts *ast.Types, word string) *ast.Type {
	t.Helper()
	if word[0] == '*' {
		return ts.Pointer(typeNamed(t, ts, word[1:]), 0, ast.Global)
	}
	kind, lanes := parseType(word)
	if kind == ast.Invalid {
		kind = words()[word]
	}
	if kind == ast.Invalid {
		t.Fatalf("no type %q", word)
	}
	return ts.Vector(ast.Basic(kind), lanes)
}

func TestResolve(t *testing.T) {
	cases := []struct{ name, args, want string }{
		{"sqrt", "float", "float(float)"},
		{"sqrt", "double4", "double4(double4)"},
		{"sqrt", "int", "float(float)"},
		{"pow", "double int", "double(double, double)"},
		{"pow", "float int", "float(float, float)"},
		{"max", "int uint", "uint(uint, uint)"},
		{"max", "float int", "float(float, float)"},
		{"max", "float4 float", "float4(float4, float)"},
		{"max", "float4 int", "float4(float4, float)"},
		{"clamp", "uchar int int", "int(int, int, int)"},
		{"clamp", "uchar4 uchar uchar", "uchar4(uchar4, uchar, uchar)"},
		{"min", "ulong int", "ulong(ulong, ulong)"},
		{"abs", "int3", "uint3(int3)"},
		{"dot", "float3 float3", "float(float3, float3)"},
		{"isnan", "double2", "long2(double2)"},
		{"isnan", "double", "int(double)"},
		{"select", "float4 float4 int4", "float4(float4, float4, int4)"},
		{"upsample", "short ushort", "int(short, ushort)"},
		{"get_global_id", "int", "ulong(uint)"},
		{"sincos", "float4 *float4", "float4(float4, __global float4 *)"},
		{"frexp", "float2 *int2", "float2(float2, __global int2 *)"},
		{"ldexp", "float4 int", "float4(float4, int)"},
		{"atomic_add", "*int int", "int(__global int *, int)"},
		{"atomic_inc", "*uint", "uint(__global uint *)"},
		{"convert_uchar4_sat_rte", "float4", "uchar4(float4)"},
		{"as_int4", "float3", "int4(float3)"},
		{"vload4", "int *float", "float4(ulong, __global float *)"},
		{"vstore3", "char3 int *char", "void(char3, ulong, __global char *)"},
		{"vload_half4", "ulong *half", "float4(ulong, __global half *)"},
		{"vstorea_half2_rtz", "float2 ulong *half", "void(float2, ulong, __global half *)"},
		{"shuffle", "float4 uint8", "float8(float4, uint8)"},
		{"mix", "float4 float4 float", "float4(float4, float4, float)"},
		{"smoothstep", "float float float4", "float4(float, float, float4)"},
		{"async_work_group_copy", "*float4 *float4 int event",
			"event_t(__global float4 *, __global float4 *, ulong, event_t)"},
		{"barrier", "uint", "void(uint)"},
	}
	for _, c := range cases {
		ts := ast.NewTypes()
		call, err := Resolve(c.name, typesNamed(t, ts, c.args), ts)
		if err != nil {
			t.Errorf("%s(%s): %v", c.name, c.args, err)
			continue
		}
		if got := spelling(call.Result) + "(" + spellings(call.Params) + ")"; got != c.want {
			t.Errorf("%s(%s): want %s, got %s", c.name, c.args, c.want, got)
		}
	}
}

func typesNamed(t *testing.T, ts *ast.Types, list string) (types []*ast.Type) {
	t.Helper()
	for word := range strings.FieldsSeq(list) {
		types = append(types, typeNamed(t, ts, word))
	}
	return types
}

func TestResolveErrors(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"sqrt", "float float", "wrong number of arguments to function 'sqrt': expected 1, have 2"},
		{"dot", "float8 float8", "no matching function for call to 'dot' with argument types (float8, float8)"},
		{"as_int", "float2", "invalid reinterpretation: sizes of 'int' and 'float2' must match"},
		{"max", "float4 float2", "no matching function for call to 'max' with argument types (float4, float2)"},
	} {
		ts := ast.NewTypes()
		_, err := Resolve(c.name, typesNamed(t, ts, c.args), ts)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s(%s): want %q, got %v", c.name, c.args, c.want, err)
		}
	}
}

func TestKnown(t *testing.T) {
	for _, name := range []string{"sin", "convert_int", "convert_uchar16_sat_rtn", "as_float3", "vload16",
		"vstore_half_rte", "printf", "vloada_half3"} {
		if !Known(name) {
			t.Errorf("%s is unknown", name)
		}
	}
	for _, name := range []string{"foo", "convert_int5", "convert_foo", "convert_int_rte_sat", "as_", "vload", "vload5",
		"printf2", "vstore_half_sat", "shuffle3"} {
		if Known(name) {
			t.Errorf("%s is known", name)
		}
	}
}
