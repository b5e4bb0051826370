package spirv

import "strings"

// Collective functions of work-groups and sub-groups. The shape of an instruction is a word for the result and one for
// each operand:
//
//	G    a scope: Workgroup or Subgroup       S    the scope Subgroup
//	R    a group operation: a reduction or a scan
//	C    a group operation that may also be a reduction of clusters, whose size follows
//	k    the size of clusters, if there is one
//	b    a truth value      u    an integer      v    a set of work-items: four integers of 32 bits
//	q    a direction in a quad, a constant from 0 to 2
//	i    integers, f floats, l truth values, n numbers, a all of them: scalars or vectors, and where the result has the
//	     same word, of its type
var groupShapes = map[Opcode]string{
	OpGroupAll: "b G b", OpGroupAny: "b G b",
	OpGroupIAdd: "i G R i", OpGroupUMin: "i G R i", OpGroupSMin: "i G R i", OpGroupUMax: "i G R i",
	OpGroupSMax: "i G R i", OpGroupFAdd: "f G R f", OpGroupFMin: "f G R f", OpGroupFMax: "f G R f",
	OpGroupIMulKHR: "i G R i", OpGroupFMulKHR: "f G R f", OpGroupBitwiseAndKHR: "i G R i",
	OpGroupBitwiseOrKHR: "i G R i", OpGroupBitwiseXorKHR: "i G R i", OpGroupLogicalAndKHR: "l G R l",
	OpGroupLogicalOrKHR: "l G R l", OpGroupLogicalXorKHR: "l G R l",

	OpSubgroupBallotKHR: "v b", OpSubgroupFirstInvocationKHR: "n n", OpSubgroupAllKHR: "b b", OpSubgroupAnyKHR: "b b",
	OpSubgroupAllEqualKHR: "b a", OpSubgroupReadInvocationKHR: "n n u",

	OpGroupNonUniformElect: "b S", OpGroupNonUniformAll: "b S b", OpGroupNonUniformAny: "b S b",
	OpGroupNonUniformAllEqual: "b S a", OpGroupNonUniformBroadcast: "a S a u", OpGroupNonUniformBroadcastFirst: "a S a",
	OpGroupNonUniformBallot: "v S b", OpGroupNonUniformInverseBallot: "b S v",
	OpGroupNonUniformBallotBitExtract: "b S v u", OpGroupNonUniformBallotBitCount: "u S R v",
	OpGroupNonUniformBallotFindLSB: "u S v", OpGroupNonUniformBallotFindMSB: "u S v",
	OpGroupNonUniformShuffle: "a S a u", OpGroupNonUniformShuffleXor: "a S a u", OpGroupNonUniformShuffleUp: "a S a u",
	OpGroupNonUniformShuffleDown: "a S a u", OpGroupNonUniformRotateKHR: "a S a u k",
	OpGroupNonUniformQuadBroadcast: "a S a u", OpGroupNonUniformQuadSwap: "a S a q",
	OpGroupNonUniformIAdd: "i S C i k", OpGroupNonUniformIMul: "i S C i k", OpGroupNonUniformSMin: "i S C i k",
	OpGroupNonUniformUMin: "i S C i k", OpGroupNonUniformSMax: "i S C i k", OpGroupNonUniformUMax: "i S C i k",
	OpGroupNonUniformFAdd: "f S C f k", OpGroupNonUniformFMul: "f S C f k", OpGroupNonUniformFMin: "f S C f k",
	OpGroupNonUniformFMax: "f S C f k", OpGroupNonUniformBitwiseAnd: "i S C i k",
	OpGroupNonUniformBitwiseOr: "i S C i k", OpGroupNonUniformBitwiseXor: "i S C i k",
	OpGroupNonUniformLogicalAnd: "l S C l k", OpGroupNonUniformLogicalOr: "l S C l k",
	OpGroupNonUniformLogicalXor: "l S C l k",

	OpSubgroupShuffleINTEL: "n n u", OpSubgroupShuffleXorINTEL: "n n u", OpSubgroupShuffleDownINTEL: "n n n u",
	OpSubgroupShuffleUpINTEL: "n n n u",
}

// GroupShape is the words of the shape of a collective function, the result's first; nil for other instructions.
func GroupShape(op Opcode) []string { return strings.Fields(groupShapes[op]) }

// Group operations.
const (
	GroupReduce        = 0
	GroupInclusiveScan = 1
	GroupExclusiveScan = 2
	GroupClusters      = 3
)

// shapeKinds are the kinds of the scalars that words for values stand for.
var shapeKinds = map[string][]TypeKind{"i": {Int}, "f": {Float}, "l": {Bool}, "n": {Int, Float},
	"a": {Int, Float, Bool}}

func (c *checker) groupFunction() {
	shape := GroupShape(c.in.Op)
	c.shapedResult(shape[0])
	for n, word := range shape[1:] {
		switch word {
		case "G":
			c.scope(n, ScopeWorkgroup, ScopeSubgroup)
		case "S":
			c.scope(n, ScopeSubgroup)
		case "R":
			c.need(c.in.Args[n] <= GroupExclusiveScan, "the group operation %s is not supported",
				EnumName("GroupOperation", c.in.Args[n]))
		case "C":
			c.need(c.in.Args[n] <= GroupClusters, "the group operation %s is not supported",
				EnumName("GroupOperation", c.in.Args[n]))
			c.need(c.in.Args[n] != GroupClusters || len(c.in.Args) > n+2, "the size of clusters is missing")
		case "k":
			c.clusterSize(n)
		case "q":
			c.need(c.constant(n) <= 2, "the direction %d is not one of 0, 1 and 2", c.constant(n))
		default:
			c.shapedOperand(shape[0], word, n)
		}
	}
}

// scope requires that the n-th operand is one of some scopes.
func (c *checker) scope(n int, allowed ...uint64) {
	scope := c.constant(n)
	var names []string
	for _, s := range allowed {
		if s == scope {
			return
		}
		names = append(names, EnumName("Scope", uint32(s)))
	}
	c.in.bail("the scope %s is not supported here; it must be %s", EnumName("Scope", uint32(scope)),
		strings.Join(names, " or "))
}

func (c *checker) clusterSize(n int) {
	if n >= len(c.in.Args) {
		return
	}
	if c.m.Constant(c.in.ID(n)) == nil { // compilers join instructions that differ in it, though it must be a constant
		c.need(c.typ(n).Kind == Int, "the size of clusters is no integer")
		return
	}
	size := c.constant(n)
	c.need(size > 0 && size < 1<<32 && size&(size-1) == 0, "clusters of %d work-items: the size must be a power of two",
		size)
}

// shapedResult requires that the result is what a word says.
func (c *checker) shapedResult(word string) { c.shapedType(word, c.result(), "its type") }

func (c *checker) shapedType(word string, t *Type, what string) {
	switch word {
	case "b":
		c.need(t.Kind == Bool, "%s is not bool", what)
	case "u":
		c.need(t.Kind == Int, "%s is no integer", what)
	case "v":
		c.need(t.Kind == Vector && t.Count == 4 && t.Elem.Kind == Int && t.Elem.Bits == 32,
			"%s is no vector of four integers of 32 bits", what)
	default:
		fits := false
		for _, k := range shapeKinds[word] {
			fits = fits || isKind(t, k)
		}
		c.need(fits, "%s does not fit", what)
	}
}

func (c *checker) shapedOperand(result, word string, n int) {
	t := c.typ(n)
	c.shapedType(word, t, "the type of operand "+itoa(uint32(n)))
	if _, isValue := shapeKinds[word]; isValue && word == result {
		c.need(sameType(t, c.result()), "operand %d is not of the result's type", n)
	}
}

func (c *checker) groupBroadcast() {
	c.scope(0, ScopeWorkgroup, ScopeSubgroup)
	t, id := c.result(), c.typ(2)
	c.need(sameType(t, c.typ(1)) && (isKind(t, Int) || isKind(t, Float)), "the value is of another type")
	c.need(isKind(id, Int) && id.Lanes() <= 3, "the local id must be one to three integers")
	c.need(id.Kind != Vector || c.constant(0) == ScopeWorkgroup, "the local id within a sub-group must be one integer")
}

// blockElements requires a type of elements that blocks have, in memory of others.
func (c *checker) blockElements(t, elem *Type) {
	most := 8
	if t.Scalar().Bits <= 16 {
		most = 16
	}
	c.need(isKind(t, Int) && t.Lanes() != 3 && t.Lanes() <= most, "blocks are of 1, 2, 4, 8 or 16 integers")
	c.need(elem == nil || sameType(elem, t.Scalar()), "the pointer is to another type than the elements")
}

func (c *checker) blockPointer(n int) *Type {
	p := c.anyPointer(n)
	c.need(p.Storage == StorageCrossWorkgroup || p.Storage == StorageWorkgroup,
		"the pointer must be of storage class CrossWorkgroup or Workgroup")
	return p.Elem
}

func (c *checker) blockRead()  { c.blockElements(c.result(), c.blockPointer(0)) }
func (c *checker) blockWrite() { c.blockElements(c.typ(1), c.blockPointer(0)) }

func (c *checker) blockPrefetch() {
	c.blockPointer(0)
	c.need(c.constant(1) > 0, "the number of bytes must be above zero")
	c.memoryOperands(2)
}

func (c *checker) imageBlock(n int) *Type {
	image, at := c.imageOf(0), c.typ(n)
	c.need(c.typ(0).Kind == Image && image.Dim == Dim2D && !image.Arrayed && !image.Depth,
		"blocks are of images of two dimensions")
	c.need(at.Lanes() == 2 && isKind(at, Int) && at.Scalar().Bits == 32,
		"the coordinate is not of two integers of 32 bits")
	return image
}

func (c *checker) imageBlockRead() {
	c.need(c.imageBlock(1).Access != 1, "the image is write only")
	c.blockElements(c.result(), nil)
}

func (c *checker) imageBlockWrite() {
	c.need(c.imageBlock(1).Access != 0, "the image is read only")
	c.blockElements(c.typ(2), nil)
}
