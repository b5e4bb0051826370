// Package reorder moves instructions over virtual registers to where they cost less: to just before they are read
// (defer.go), to where they wait least (sums.go), to loops of their own (split.go), and out of code that runs a row of
// bundles (hoist.go). It knows instructions, and what the context and the frame hold; of kernels it knows nothing.
package reorder
