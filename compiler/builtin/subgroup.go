package builtin

import (
	"fmt"
	"strings"
	"sync"

	"heddle/compiler/ir"
)

// Functions of sub-groups: of OpenCL C 3.0, of Khronos' extensions cl_khr_subgroup_*, and of Intel's cl_intel_subgroups
// with its relatives. All are lowered in compiler/lower/builtin_subgroup*.go. Many names are made of a prefix and an
// operation, so the rows are made here. Those of work-groups that are made alike are in workGroupRows.

// The words for what reductions and scans do, by the types that they are for.
const (
	arithmeticWords = "add mul min max"
	bitWords        = "and or xor"
	logicalWords    = "logical_and logical_or logical_xor"
)

var subGroupFamilies = sync.OnceValue(func() []Family {
	return append(append(append(append([]Family{}, subGroupRows...), foldRows()...), blockRows()...),
		workGroupRows()...)
})

var subGroupRows = []Family{
	{Names: "get_sub_group_size get_max_sub_group_size get_num_sub_groups get_enqueued_num_sub_groups " +
		"get_sub_group_id get_sub_group_local_id", Sigs: "uint()", How: Special, Lib: "subgroupplace"},
	{Names: "sub_group_barrier", Sigs: "void(uint) void(uint,int)", How: Special, Lib: "subgroupbarrier"},
	{Names: "sub_group_all sub_group_any sub_group_non_uniform_all sub_group_non_uniform_any", Sigs: "int(int)",
		How: Special, Lib: "subgroupvote"},
	{Names: "sub_group_elect", Sigs: "int()", How: Special, Lib: "subgroupelect"},
	{Names: "sub_group_non_uniform_all_equal", Sigs: "int(x)", How: Special, Lib: "subgroupallequal"},

	{Names: "sub_group_broadcast sub_group_non_uniform_broadcast sub_group_shuffle intel_sub_group_shuffle " +
		"intel_sub_group_broadcast", Sigs: "n(n,uint)", How: Special, Lib: "subgroupshuffle"},
	{Names: "sub_group_shuffle_xor intel_sub_group_shuffle_xor", Sigs: "n(n,uint)", How: Special,
		Lib: "subgroupshufflexor"},
	{Names: "sub_group_shuffle_up sub_group_shuffle_down", Sigs: "x(x,uint)", How: Special,
		Lib: "subgroupshufflerelative"},
	{Names: "intel_sub_group_shuffle_up intel_sub_group_shuffle_down", Sigs: "n(n,n,uint)", How: Special,
		Lib: "subgroupshuffletwo"},
	{Names: "sub_group_rotate", Sigs: "x(x,int)", How: Special, Lib: "subgrouprotate"},
	{Names: "sub_group_clustered_rotate", Sigs: "x(x,int,uint)", How: Special, Lib: "subgrouprotate"},
	{Names: "sub_group_broadcast_first", Sigs: "x(x)", How: Special, Lib: "subgroupfirst"},

	{Names: "sub_group_ballot", Sigs: "uint4(int)", How: Special, Lib: "subgroupballot"},
	{Names: "sub_group_inverse_ballot", Sigs: "int(uint4)", How: Special, Lib: "ballotbit"},
	{Names: "sub_group_ballot_bit_extract", Sigs: "int(uint4,uint)", How: Special, Lib: "ballotbit"},
	{Names: "sub_group_ballot_bit_count sub_group_ballot_inclusive_scan sub_group_ballot_exclusive_scan",
		Sigs: "uint(uint4)", How: Special, Lib: "ballotcount"},
	{Names: "sub_group_ballot_find_lsb sub_group_ballot_find_msb", Sigs: "uint(uint4)", How: Special,
		Lib: "ballotfind"},
	{Names: "get_sub_group_eq_mask get_sub_group_ge_mask get_sub_group_gt_mask get_sub_group_le_mask " +
		"get_sub_group_lt_mask", Sigs: "uint4()", How: Special, Lib: "subgroupmask"},

	{Names: "named_barrier_init", Sigs: "namedbarrier(int)", How: Special, Lib: "namedbarrierinit"},
	{Names: "work_group_named_barrier", Sigs: "void(namedbarrier,uint) void(namedbarrier,uint,int)", How: Special,
		Lib: "namedbarrier"},
	{Names: "intel_work_group_barrier_arrive", Sigs: "void(uint) void(uint,int)", How: Special, Lib: "barrierarrive"},
	{Names: "intel_work_group_barrier_wait", Sigs: "void(uint) void(uint,int)", How: Special, Lib: "barrier"},
}

// prefixed are words with a prefix before each.
func prefixed(prefix, words string) string {
	var names []string
	for word := range strings.FieldsSeq(words) {
		names = append(names, prefix+word)
	}
	return strings.Join(names, " ")
}

// foldRows are reductions and scans. Those that all work-items must come to and those that only some come to are one.
// Intel has names of its own for those of 8 and 16 bits.
func foldRows() (rows []Family) {
	for _, prefix := range [...]string{"intel_sub_group_reduce_", "intel_sub_group_scan_inclusive_",
		"intel_sub_group_scan_exclusive_", "sub_group_reduce_", "sub_group_scan_inclusive_",
		"sub_group_scan_exclusive_", "sub_group_non_uniform_reduce_", "sub_group_non_uniform_scan_inclusive_",
		"sub_group_non_uniform_scan_exclusive_", "sub_group_clustered_reduce_"} {
		more := ""
		if strings.Contains(prefix, "clustered") {
			more = ",uint"
		}
		if strings.Contains(prefix, "_non_uniform_") || strings.Contains(prefix, "_clustered_") {
			rows = append(rows,
				Family{Names: prefixed(prefix, bitWords), Sigs: "y(y" + more + ")", How: Special, Lib: "subgroupfold"},
				Family{Names: prefixed(prefix, logicalWords), Sigs: "int(int" + more + ")", How: Special,
					Lib: "subgroupfold"},
				Family{Names: prefix + "mul", Sigs: "x(x" + more + ")", How: Special, Lib: "subgroupfold"})
		}
		rows = append(rows, Family{Names: prefixed(prefix, "add min max"), Sigs: "x(x" + more + ")", How: Special,
			Lib: "subgroupfold"})
	}
	return rows
}

// blockRows are Intel's reads and writes of blocks, and prefetches: each work-item has one element of a row of as many
// as there are work-items, and of a vector one of each of the rows that follow.
func blockRows() (rows []Family) {
	for _, t := range [...]struct {
		suffix, word string
		lanes        []int
	}{{"", "uint", []int{1, 2, 4, 8}}, {"_ui", "uint", []int{1, 2, 4, 8}}, {"_uc", "uchar", []int{1, 2, 4, 8, 16}},
		{"_us", "ushort", []int{1, 2, 4, 8, 16}}, {"_ul", "ulong", []int{1, 2, 4, 8}}} {
		for _, n := range t.lanes {
			name, vector := t.suffix, t.word
			if n > 1 {
				name, vector = fmt.Sprintf("%s%d", name, n), fmt.Sprintf("%s%d", vector, n)
			}
			rows = append(rows,
				Family{Names: "intel_sub_group_block_read" + name, How: Special, Lib: "blockread",
					Sigs: vector + "(c*" + t.word + ") " + vector + "(readimage2d,int2)"},
				Family{Names: "intel_sub_group_block_write" + name, How: Special, Lib: "blockwrite",
					Sigs: "void(*" + t.word + "," + vector + ") void(writeimage2d,int2," + vector + ")"})
			if t.suffix != "" {
				rows = append(rows, Family{Names: "intel_sub_group_block_prefetch" + name,
					Sigs: "void(c*" + t.word + ")", How: Special, Lib: "blockprefetch"})
			}
		}
	}
	return rows
}

// workGroupRows are those of cl_khr_work_group_uniform_arithmetic.
func workGroupRows() (rows []Family) {
	for _, kind := range [...]struct{ prefix, lib string }{{"work_group_reduce_", "groupreduce"},
		{"work_group_scan_inclusive_", "groupscan"}, {"work_group_scan_exclusive_", "groupscan"}} {
		rows = append(rows,
			Family{Names: kind.prefix + "mul", Sigs: "w(w)", How: Special, Lib: kind.lib, Scratch: ir.FoldBytes},
			Family{Names: prefixed(kind.prefix, bitWords), Sigs: "t(t)", How: Special, Lib: kind.lib,
				Scratch: ir.FoldBytes},
			Family{Names: prefixed(kind.prefix, logicalWords), Sigs: "int(int)", How: Special, Lib: kind.lib,
				Scratch: ir.FoldBytes})
	}
	return rows
}
