package compiler

import (
	"slices"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// A required size of groups is a constant where no group can be smaller: before OpenCL C 2.0, and if the program asks
// for uniform groups.
func TestRequiredGroupIsKnown(t *testing.T) {
	const text = `kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(global ulong *out) {
		out[get_global_id(0)] = get_local_id(0) % get_local_size(0);
	}`
	for options, isKnown := range map[string]bool{
		"":               true,
		"-cl-std=CL2.0":  false,
		"-cl-std=CL3.0":  false,
		"-cl-std=CL1.0 ": true,
		"-cl-std=CL2.0 -cl-uniform-work-group-size": true,
	} {
		program := mustBuild(t, text, options)
		code := program.Kernels[0].Lane
		if err := code.Complete(); err != nil {
			t.Fatal(err)
		}
		if asks := slices.ContainsFunc(code.Code, func(in lane.Inst) bool {
			return in.Op == lane.Op(ir.OpLocalSize)
		}); asks == isKnown {
			t.Errorf("%q: the kernel asks for its group's size: %v", options, asks)
		}
	}
}
