// Package image says what images are and what reading and writing them means: formats, descriptors, samplers, and the
// formulas of the specification for coordinates, filters, borders and conversions.
//
// It is the one place of that knowledge. The API takes the supported formats and the layout of elements from its
// table, the interpreter runs its formulas, and the code generator's expansion of image operations (package
// compiler/imageops) is compared with them.
//
// Reading order: format.go (the table of formats), descriptor.go (what a kernel gets for an image), sampler.go,
// decode.go and encode.go (elements and colours), access.go (the operations), sample.go and mipmap.go (coordinates,
// filters and levels), layout.go and region.go (where elements lie, for the API).
package image
