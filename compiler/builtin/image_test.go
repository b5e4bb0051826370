package builtin

import (
	"os"
	"strings"
	"testing"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
)

// imagePrototypes are the lines of testdata/images.txt: result, name and parameters.
func imagePrototypes(t *testing.T) (list [][3]string) {
	t.Helper()
	text, err := os.ReadFile("testdata/images.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		result, rest, _ := strings.Cut(line, " ")
		name, params, _ := strings.Cut(strings.TrimSuffix(rest, ")"), "(")
		list = append(list, [3]string{result, name, params})
	}
	if len(list) < 300 {
		t.Fatalf("%d prototypes", len(list))
	}
	return list
}

// imageTypesNamed makes the types of a list separated by commas.
func imageTypesNamed(t *testing.T, ts *ast.Types, list string) (types []*ast.Type) {
	t.Helper()
	for word := range strings.SplitSeq(list, ", ") {
		qualifier, name, isImage := strings.Cut(word, " ")
		switch {
		case isImage:
			types = append(types, imageNamed(qualifier, name))
		case word == "sampler_t":
			types = append(types, ast.Basic(ast.Sampler))
		default:
			types = append(types, typeNamed(t, ts, word))
		}
	}
	return types
}

// madeImages are the image types, of which there is one each.
var madeImages = map[string]*ast.Type{}

func imageNamed(qualifier, name string) *ast.Type {
	access := map[string]ast.Access{"read_only": ast.ReadOnly, "write_only": ast.WriteOnly, "read_write": ast.ReadWrite}
	key := qualifier + name
	if madeImages[key] == nil {
		madeImages[key] = &ast.Type{Kind: ast.Image, Image: name, Access: access[qualifier]}
	}
	return madeImages[key]
}

// Each function of the specification is found by arguments of its types, and only it.
func TestResolveImageFunctions(t *testing.T) {
	ts := ast.NewTypes()
	seen := map[string]bool{}
	for _, p := range imagePrototypes(t) {
		seen[p[1]] = true
		c, err := Resolve(p[1], imageTypesNamed(t, ts, p[2]), ts)
		if err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		if got := spelling(c.Result) + " " + spellings(c.Params); got != p[0]+" "+p[2] {
			t.Errorf("%v gives %s", p, got)
		}
		if op := ir.OpImageRead; !c.Image.Valid(op) {
			t.Errorf("%v: kind %v", p, c.Image)
		}
	}
	for i := range derived {
		if d := &derived[i]; (d.family == imageRead || d.family == imageWrite || d.family == imageQuery) &&
			!seen[d.prefix] {
			t.Errorf("%s has no prototype", d.prefix)
		}
	}
}

func TestResolveImageKinds(t *testing.T) {
	ts := ast.NewTypes()
	for _, test := range []struct{ name, args, want string }{
		{"read_imagef", "read_only image2d_t, sampler_t, int2", "2d+sampled"},
		{"read_imagef", "read_only image2d_t, sampler_t, float2", "2d+sampled+float"},
		{"read_imagei", "read_write image3d_t, int4", "3d"},
		{"read_imageui", "read_only image1d_array_t, int2", "1darray+unsigned"},
		{"read_imagef", "read_only image2d_array_depth_t, sampler_t, float4, float", "2darray+sampled+float+level"},
		{"read_imageui", "read_only image3d_t, sampler_t, float4, float4, float4",
			"3d+sampled+float+gradients+unsigned"},
		{"write_imageui", "write_only image1d_t, int, int, uint4", "1d+level+unsigned"},
		{"write_imagef", "write_only image1d_buffer_t, int, float4", "1dbuffer"},
		// conversions
		{"read_imagef", "read_only image1d_t, uint, short", "1d+sampled"},
		{"read_imagef", "read_only image1d_t, sampler_t, half", "1d+sampled+float"},
		{"read_imagef", "read_only image1d_t, double", "1d"},
		{"read_imagef", "read_only image2d_t, sampler_t, float, int", "2d+sampled+float+level"},
	} {
		c, err := Resolve(test.name, imageTypesNamed(t, ts, test.args), ts)
		if err != nil || c.Image.String() != test.want {
			t.Errorf("%s(%s): %v, %v", test.name, test.args, c, err)
		}
	}
}

func TestResolveImageErrors(t *testing.T) {
	ts := ast.NewTypes()
	for _, test := range []struct{ name, args, want string }{
		{"read_imagef", "read_only image1d_t, sampler_t, uint", "ambiguous: the coordinate of type 'uint' may become " +
			"'int' or 'float'"},
		{"read_imagef", "read_only image1d_t, sampler_t, long", "ambiguous"},
		{"read_imagef", "read_only image1d_t, sampler_t, double", "ambiguous"},
		{"read_imagef", "read_only image2d_t, sampler_t, float", "ambiguous"},
		{"read_imagef", "read_only image2d_t, sampler_t, uint2", "no matching function"},
		{"read_imagef", "read_only image2d_t, float2", "expected (read_only image2d_t, int2)"},
		{"read_imagef", "read_only image1d_buffer_t, sampler_t, int", "no matching function"},
		{"read_imagef", "read_write image2d_t, sampler_t, int2",
			"'read_imagef' cannot read a 'read_write image2d_t' with a sampler"},
		{"read_imagei", "write_only image2d_t, int2", "cannot read a 'write_only image2d_t'"},
		{"write_imagei", "read_only image2d_t, int2, int4", "cannot write to a 'read_only image2d_t'"},
		{"read_imageui", "read_only image2d_depth_t, int2", "no matching function"},
		{"write_imagef", "write_only image1d_buffer_t, int, int, float4", "no matching function"},
		{"get_image_height", "read_only image1d_array_t", "no matching function"},
		{"get_image_num_mip_levels", "read_only image1d_buffer_t", "no matching function"},
		{"get_image_array_size", "read_only image3d_t", "no matching function"},
		{"get_image_width", "sampler_t", "no matching function for call to 'get_image_width' with argument types " +
			"(sampler_t)"},
	} {
		_, err := Resolve(test.name, imageTypesNamed(t, ts, test.args), ts)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s(%s): want %q, got %v", test.name, test.args, test.want, err)
		}
	}
	if _, err := Resolve("read_imagef", nil, ts); err == nil {
		t.Error("a read of nothing")
	}
}
