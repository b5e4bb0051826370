// Package variant makes copies of optimised kernels for launches of which more is known than of all: specialised copies
// (specialize.go), copies for steps of 1 (unit_steps.go), and copies for arguments that do not alias (noalias.go). The
// driver chooses a copy at each launch.
//
// A copy computes exactly what the kernel computes: the pass "contract" does not run again, so that the products and
// sums that have come together only in the copy are rounded as in the kernel.
package variant
