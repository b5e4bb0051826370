package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/bundle"
)

// Beginnings of kernels in IR that tests put their own instructions after.

// withOwnWord is a kernel whose work-items have read a number of a type at %7, a place of their own in the buffer at
// %4, as %8. The constants 1 and 2 are %1, of 32 bits, and %2.
func withOwnWord(typ, rest string) string {
	return `func @k kernel () -> () {
b0:
  %1 = const i32 1
  %2 = const i64 2
  %3 = argblock ptr
  %4 = load ptr %3 in args align 8
  %5 = globalid.0 i64
  %6 = shl i64 %5, %2 nowrap
  %7 = ptradd ptr %4, %6
  %8 = load ` + typ + ` %7 in global align 4
` + rest + `
}`
}

// withTwoBuffers is a kernel whose work-items have read a number at %11, a place of their own in the buffer at %6, as
// %12, and as %13 in 64 bits. %8 is the other buffer; %1 is 8 and %2 is 2, both of 64 bits, and %3 and %4 are as given.
func withTwoBuffers(third, fourth, rest string) string {
	return `func @k kernel () -> () {
b0:
  %1 = const i64 8
  %2 = const i64 2
  %3 = const ` + third + `
  %4 = const ` + fourth + `
  %5 = argblock ptr
  %6 = load ptr %5 in args align 8
  %7 = ptradd ptr %5, %1
  %8 = load ptr %7 in args align 8
  %9 = globalid.0 i64
  %10 = shl i64 %9, %2 nowrap
  %11 = ptradd ptr %6, %10
  %12 = load i32 %11 in global align 4
  %13 = zext i64 %12
` + rest + `
}`
}

// inRows compiles a kernel for both instruction sets, in bundles of one sub-group and of four.
func inRows(t *testing.T, text string, look func(isa ISA, count int, l *Listing)) {
	t.Helper()
	for _, isa := range []ISA{AVX512, AVX2} {
		for _, count := range []int{1, 4} {
			look(isa, count, mustList(t, text, isa, Version{Shape: bundle.Rows, Count: count, SmallIDs: true}))
		}
	}
}

// selectedWith counts the instructions that hold all of some texts, before registers are allocated.
func selectedWith(l *Listing, texts ...string) (n int) {
	for _, line := range l.Selected {
		hasAll := true
		for _, text := range texts {
			hasAll = hasAll && strings.Contains(line.Text, text)
		}
		if hasAll {
			n++
		}
	}
	return n
}
