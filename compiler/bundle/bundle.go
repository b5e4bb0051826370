// Package bundle describes how the work-items of a work-group are put into vectors: the shapes of bundles, the versions
// of a kernel's code that are compiled for them, and the plan that selects among them.
package bundle

import "fmt"

// Shape is how lanes map to work-items.
type Shape uint8

// The shapes.
const (
	// Rows: each sub-group lies in one row of the work-group: lane l has local id 0 First[0]+l and the same ids 1 and
	// 2. The sub-groups of a bundle follow each other along dimension 0: sub-group u begins at First[0]+u*Width.
	Rows Shape = iota
	// Columns: as Rows, but the sub-groups of a bundle lie in neighbouring rows: sub-group u has id 1 First[1]+u.
	Columns
	// Packed: lane l of sub-group u is the work-item with linear local id Linear+u*Width+l; its ids come from
	// ContextIDs.
	Packed
)

// String is the shape's name.
func (s Shape) String() string { return [...]string{"rows", "columns", "packed"}[s] }

// Version is what code is specialised for.
type Version struct {
	Shape       Shape
	Count       int  // sub-groups of a bundle
	SmallIDs    bool // all global ids and sizes are below 2^31
	FullBundles bool // all lanes of all bundles are work-items
	Guarded     bool // small ids, and the kernel's guard holds
	WholeGroup  bool // one bundle is the whole work-group, so that barriers need not suspend

	// TripCount is the value of the kernel's TripArgument, 0 if unknown. It is for versions with FullBundles and
	// WholeGroup.
	TripCount uint32
}

// String names the version in one word: shape, count and the rest, as in rows4-small-full.
func (v Version) String() string {
	name := fmt.Sprintf("%v%d", v.Shape, v.Count)
	for _, part := range []struct {
		name string
		is   bool
	}{{"small", v.SmallIDs}, {"full", v.FullBundles}, {"guarded", v.Guarded}, {"wholegroup", v.WholeGroup}} {
		if part.is {
			name += "-" + part.name
		}
	}
	if v.TripCount > 0 {
		name += fmt.Sprintf("-trips%d", v.TripCount)
	}
	return name
}

// Plan is how a kernel's lanes are best bundled, by shape: the numbers of sub-groups of a bundle.
type Plan struct {
	Rows    int // at least 1
	Columns int // 0: the shape Columns does not pay
	Packed  int // at least 1
	// Tiled: neighbours in the first dimension access memory far apart, at distances that the launch decides. Groups
	// should be square, so that neighbours in the other dimensions find their cache lines again.
	Tiled bool
	// HalfVectors: rows of groups that fill half a vector run faster in vectors of half the length than two to a
	// vector.
	HalfVectors bool

	HasBarriers   bool // the kernel has barriers, so that versions for a WholeGroup pay off
	MaxWholeGroup int  // largest number of sub-groups of a row in a bundle that is a WholeGroup, if more than Rows
}

// Argument is where a whole number lies in the block of arguments.
type Argument struct {
	Offset uint32
	Bytes  uint8 // 4 or 8
}
