package tuning

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/compiler/target"
)

var update = flag.Bool("update", false, "write docs/tuning.md")

const paper = "../../../docs/tuning.md"

// field is a number of the table: what target/tuning.go says of it.
type field struct{ group, name, unit, doc string }

// TestTablesAreDocumented: every field has a unit and a meaning, every value a source with a date, and docs/tuning.md
// shows them all. Costs are above zero, so a kind of processor that leaves one out is found.
func TestTablesAreDocumented(t *testing.T) {
	groups, fields := schema(t)
	sources := map[string][]string{} // by field: where its values are from, the base's first
	for _, file := range append([]string{"base.go"}, filesOfKinds(t)...) {
		for name, source := range sourcesIn(t, file) {
			if file != "base.go" {
				source = strings.TrimSuffix(file, ".go") + ": " + source
			}
			sources[name] = append(sources[name], source)
		}
	}
	var out strings.Builder
	out.WriteString(head)
	group := ""
	for _, f := range fields {
		key := f.group + "." + f.name
		switch {
		case f.doc == "":
			t.Errorf("%s has no documentation", key)
		case f.unit == "":
			t.Errorf("%s has no unit", key)
		case len(sources[key]) == 0:
			t.Errorf("%s has no value with a source", key)
		}
		if f.group != group {
			group = f.group
			fmt.Fprintf(&out, "\n## %s\n%s\n\n", group, groups[group])
			out.WriteString("| number | value | unit | meaning | source |\n|---|---|---|---|---|\n")
		}
		source, meaning := strings.Join(sources[key], "; "), strings.TrimPrefix(f.doc, f.name+" ")
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", f.name, values(t, f), f.unit, meaning, source)
	}
	if *update {
		if err := os.WriteFile(paper, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(paper); err != nil || string(want) != out.String() {
		t.Errorf("docs/tuning.md is stale (%v): go test ./compiler/amd64/tuning -update", err)
	}
}

const head = `# What the code generator takes a processor to cost

Every number by which the code generator chooses one way of writing code over another, for each kind of processor.
Do not edit this page: ` + "`go test ./compiler/amd64/tuning -update`" + ` makes it of
` + "`compiler/target/tuning.go` (meaning and unit) and `compiler/amd64/tuning` (values and sources)." + `

A kind of processor is added by one more file like ` + "`compiler/amd64/tuning/zen.go`" + `.

"By hand" is a number that was chosen, and of which nothing written down says that it was measured. What each machine
instruction takes in the cycle model (ports, latency) stands beside the values of a kind, and is not shown here.
`

// TestDecisionsNameNoProcessor: what decides how code is written asks tables and capabilities, never which instruction
// set or kind of processor it is; what writes code may ask for the instruction set.
func TestDecisionsNameNoProcessor(t *testing.T) {
	for root, forbidden := range map[string][]string{
		"../../vectorize": {"AVX512", "AVX2", "Core", "Intel", "Zen"},
		"../emit":         {"Core", "Intel", "Zen"},
	} {
		files := 0
		err := filepath.WalkDir(root, func(file string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			files++
			set, f := parsed(t, file)
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains(forbidden, s.Sel.Name) {
					t.Errorf("%v names %s", set.Position(s.Pos()), s.Sel.Name)
				}
				return true
			})
			return nil
		})
		if err != nil || files < 10 {
			t.Fatalf("%s: %d files, %v", root, files, err)
		}
	}
}

// parsed is a Go file with its comments.
func parsed(t *testing.T, file string) (*token.FileSet, *ast.File) {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return set, f
}

// filesOfKinds are those of this package that set values, but the base.
func filesOfKinds(t *testing.T) (list []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file != "base.go" && file != "tuning.go" && !strings.HasSuffix(file, "_test.go") {
			list = append(list, file)
		}
	}
	return list
}

// schema reads the groups with what they are for, and the fields, in their order.
func schema(t *testing.T) (groups map[string]string, fields []field) {
	t.Helper()
	_, f := parsed(t, "../../target/tuning.go")
	groups = map[string]string{}
	var order []string
	members := map[string][]field{}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		spec := g.Specs[0].(*ast.TypeSpec)
		body, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		groups[spec.Name.Name] = oneLine(g.Doc.Text())
		for _, m := range body.Fields.List {
			if spec.Name.Name == "Tuning" {
				order = append(order, m.Names[0].Name)
				continue
			}
			unit := ""
			if m.Tag != nil {
				unit = reflect.StructTag(strings.Trim(m.Tag.Value, "`")).Get("unit")
			}
			for _, name := range m.Names {
				m := field{spec.Name.Name, name.Name, unit, oneLine(m.Doc.Text())}
				members[m.group] = append(members[m.group], m)
			}
		}
	}
	for _, group := range order {
		fields = append(fields, members[group]...)
	}
	return groups, fields
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var date = regexp.MustCompile(`20\d\d-\d\d-\d\d`)

// sourcesIn are the comments of the values that a file sets: at the end of the line, or on the lines before it.
func sourcesIn(t *testing.T, file string) map[string]string {
	t.Helper()
	set, f := parsed(t, file)
	comments := map[int]*ast.CommentGroup{} // by the line that they end on
	for _, c := range f.Comments {
		comments[set.Position(c.End()).Line] = c
	}
	found := map[string]string{}
	add := func(name string, at ast.Node) {
		source, place := "", set.Position(at.Pos())
		if c := comments[place.Line]; c != nil {
			source = oneLine(c.Text())
		} else if c := comments[place.Line-1]; c != nil && set.Position(c.Pos()).Column == place.Column {
			source = oneLine(c.Text())
		}
		if !date.MatchString(source) {
			t.Errorf("%s: %s has no source with a date: %q", file, name, source)
		}
		found[name] = source
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt: // t.Group.Field = value
			if outer, ok := n.Lhs[0].(*ast.SelectorExpr); ok {
				if inner, ok := outer.X.(*ast.SelectorExpr); ok {
					add(inner.Sel.Name+"."+outer.Sel.Name, n)
				}
			}
		case *ast.CompositeLit: // target.Group{Field: value}
			kind, ok := n.Type.(*ast.SelectorExpr)
			if !ok || !isGroup(kind) {
				return true
			}
			for _, e := range n.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					add(kind.Sel.Name+"."+pair.Key.(*ast.Ident).Name, pair)
				}
			}
		}
		return true
	})
	return found
}

// isGroup reports whether a type is a group of fields.
func isGroup(t *ast.SelectorExpr) bool {
	from, ok := t.X.(*ast.Ident)
	return ok && from.Name == "target" && t.Sel.Name != "Tuning" && t.Sel.Name != "ByLength"
}

// values says what a field is for all kinds of processor, shortly.
func values(t *testing.T, f field) string {
	t.Helper()
	all := map[target.Core][2]string{}
	byISA, byCore := true, true
	first := [2]string{}
	for i, core := range Cores() {
		texts := [2]string{}
		for isa, table := range kinds[core].tables {
			v := reflect.ValueOf(*table).FieldByName(f.group).FieldByName(f.name)
			if v.Kind() != reflect.Bool && v.IsZero() {
				t.Errorf("%s.%s of %v with %v is not set", f.group, f.name, core, target.ISA(isa))
			}
			texts[isa] = shown(v)
		}
		if i == 0 {
			first = texts
		}
		byISA, byCore = byISA && texts == first, byCore && texts[0] == texts[1]
		all[core] = texts
	}
	var list []string
	add := func(names, text string) { list = append(list, names+" "+text) }
	for i, core := range Cores() {
		switch {
		case byISA && byCore:
			return first[0]
		case byCore:
			add(string(core), all[core][0])
		case byISA && i > 0:
		default:
			for isa, text := range all[core] {
				name := target.ISA(isa).String()
				if !byISA {
					name = string(core) + " " + name
				}
				add(name, text)
			}
		}
	}
	return strings.Join(list, ", ")
}

func shown(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool:
		return map[bool]string{false: "no", true: "yes"}[v.Bool()]
	case reflect.Array:
		var list []string
		for i := range v.Len() {
			list = append(list, shown(v.Index(i)))
		}
		return strings.Join(list, " / ")
	}
	return fmt.Sprint(v.Interface())
}
