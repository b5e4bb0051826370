package ir

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The text form, which Parse reads:
//
//	globals 64
//	global "table" offset 0 size 16 constant init 00010203 reloc 0
//	format "%d\n"
//	func @f kernel noinline local 256 align 16 (i32, f32) -> (f32) {
//	b0:
//	  %1 = const i32 -5
//	  %2 = icmp.slt i1 %1, %1
//	  %3 = load f32 %4 in global align 4 volatile
//	  branch %2, b1(%1), b2
//	b1(%5 i32) unroll 4:
//	  switch %5, b2, 3: b1(%5), 4: b2
//	}
//
// An operation's row in the op table says what follows its name: .kind, the result's type, #imm (for a constant its
// value), operands, and then by keyword: in (space), align, order, scope, flags, !position.

// Print is the module's text.
func Print(m *Module) string {
	var w strings.Builder
	if m.GlobalBytes != 0 {
		fmt.Fprintf(&w, "globals %d\n", m.GlobalBytes)
	}
	for i := range m.Globals {
		printGlobal(&w, &m.Globals[i])
	}
	for _, format := range m.Formats {
		fmt.Fprintf(&w, "format %q\n", format)
	}
	for _, f := range m.Funcs {
		if f != nil {
			printFunc(&w, f)
		}
	}
	return w.String()
}

// PrintFunc is the function's text.
func PrintFunc(f *Func) string {
	var w strings.Builder
	printFunc(&w, f)
	return w.String()
}

func printGlobal(w *strings.Builder, g *Global) {
	fmt.Fprintf(w, "global %q offset %d size %d", g.Name, g.OffsetBytes, g.SizeBytes)
	if g.Constant {
		w.WriteString(" constant")
	}
	if g.Init != nil {
		w.WriteString(" init 0x" + hex.EncodeToString(g.Init))
	}
	for _, at := range g.Relocations {
		fmt.Fprintf(w, " reloc %d", at)
	}
	w.WriteByte('\n')
}

func printFunc(w *strings.Builder, f *Func) {
	fmt.Fprintf(w, "func @%s", f.Name)
	if f.Kernel {
		w.WriteString(" kernel")
	}
	if f.NoInline {
		w.WriteString(" noinline")
	}
	if f.LocalBytes != 0 || f.LocalAlign != 0 {
		fmt.Fprintf(w, " local %d align %d", f.LocalBytes, f.LocalAlign)
	}
	if f.Group != [3]uint64{} {
		fmt.Fprintf(w, " group %d %d %d", f.Group[0], f.Group[1], f.Group[2])
	}
	if f.SubGroup != 0 && f.SubGroup != DefaultSubGroup {
		fmt.Fprintf(w, " subgroup %d", f.SubGroup)
	}
	fmt.Fprintf(w, " (%s) -> (%s) {\n", typeList(f.Params), typeList(f.Results))
	for b := range f.Blocks {
		printBlock(w, f, BlockID(b))
	}
	w.WriteString("}\n")
}

func typeList(types []Type) string {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = t.String()
	}
	return strings.Join(words, ", ")
}

func printBlock(w *strings.Builder, f *Func, id BlockID) {
	block := &f.Blocks[id]
	fmt.Fprintf(w, "b%d", id)
	for i, v := range block.Params {
		w.WriteString([]string{"(", ", "}[min(i, 1)])
		fmt.Fprintf(w, "%%%d %s", v, f.Type(v))
	}
	if len(block.Params) > 0 {
		w.WriteByte(')')
	}
	switch {
	case block.Unroll == UnrollFull:
		w.WriteString(" unroll full")
	case block.Unroll != 0:
		fmt.Fprintf(w, " unroll %d", block.Unroll)
	}
	if block.Rare {
		w.WriteString(" rare")
	}
	w.WriteString(":\n")
	for _, v := range block.Instrs {
		w.WriteString("  ")
		printInstr(w, f, v)
		if f.Instr(v).Op.Terminator() {
			printEdges(w, block, len(f.Instr(v).Args) == 0)
		}
		w.WriteByte('\n')
	}
}

// PrintInstr is the text of one instruction.
func PrintInstr(f *Func, v ValueID) string {
	var w strings.Builder
	printInstr(&w, f, v)
	return w.String()
}

func printInstr(w *strings.Builder, f *Func, v ValueID) {
	in := f.Instr(v)
	info := in.Op.Info()
	if in.Type != Void {
		fmt.Fprintf(w, "%%%d = ", v)
	}
	w.WriteString(info.Name)
	if kind := info.Kind.name(in.Kind); kind != "" {
		w.WriteString("." + kind)
	}
	if info.Result != setVoid {
		w.WriteString(" " + in.Type.String())
	}
	if in.Op == OpConst {
		w.WriteString(" " + constText(in.Type, in.Imm))
	} else if info.Fields&FieldImm != 0 {
		fmt.Fprintf(w, " #%d", in.Imm)
	}
	for i, arg := range in.Args {
		w.WriteString([]string{" ", ", "}[min(i, 1)])
		fmt.Fprintf(w, "%%%d", arg)
	}
	printNotes(w, in, info)
}

// printNotes writes what follows an instruction's operands.
func printNotes(w *strings.Builder, in *Instr, info *OpInfo) {
	if info.Fields&FieldSpace != 0 {
		w.WriteString(" in " + in.Space.String())
	}
	if info.Fields&FieldAlign != 0 && in.Align != 0 {
		fmt.Fprintf(w, " align %d", in.Align)
	}
	if info.Fields&FieldOrder != 0 {
		w.WriteString(" order " + orderNames[in.Order])
	}
	if info.Fields&FieldScope != 0 {
		w.WriteString(" scope " + scopeNames[in.Scope])
	}
	for i, name := range flagNames {
		if in.Flags>>i&1 != 0 {
			w.WriteString(" " + name)
		}
	}
	if in.Pos != 0 {
		fmt.Fprintf(w, " !%d", in.Pos)
	}
}

// constText writes integers as signed numbers and finite floats as numbers, and everything else as bits.
func constText(t Type, bits uint64) string {
	if t == F32 || t == F64 {
		value := math.Float64frombits(bits)
		if t == F32 {
			value = float64(math.Float32frombits(uint32(bits)))
		}
		if value-value == 0 {
			return strconv.FormatFloat(value, 'g', -1, int(t.Bits()))
		}
	}
	if t.IsInt() {
		shift := 64 - t.Bits()
		return strconv.FormatInt(int64(bits<<shift)>>shift, 10)
	}
	return fmt.Sprintf("%#x", bits)
}

func printEdges(w *strings.Builder, block *Block, first bool) {
	for i, edge := range block.Succs {
		if i > 0 || !first {
			w.WriteByte(',')
		}
		w.WriteByte(' ')
		if i > 0 && i-1 < len(block.Cases) {
			fmt.Fprintf(w, "%d: ", block.Cases[i-1])
		}
		fmt.Fprintf(w, "b%d", edge.To)
		for j, arg := range edge.Args {
			w.WriteString([]string{"(", ", "}[min(j, 1)])
			fmt.Fprintf(w, "%%%d", arg)
		}
		if len(edge.Args) > 0 {
			w.WriteByte(')')
		}
	}
}
