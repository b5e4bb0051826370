package randkernel

import "slices"

// The choice of a kernel's statements. Each kernel has a taste of its own: it leaves some kinds out and has more of
// others, so that combinations that are rare in kernels of everything are frequent in some.

// statementMaker is a kind of statement. It returns nil where there can be none.
type statementMaker struct {
	name   string
	weight int
	make   func(depth int) *Node
}

// anywhere are statements for functions and the kernel.
func (g *generator) anywhere() []statementMaker {
	return []statementMaker{
		{"assign", 4, g.assign}, {"declare", 2, g.declareAt}, {"storePrivate", 2, g.storePrivate},
		{"array", 1, g.arrayAt}, {"record", 1, g.recordAt}, {"field", 1, g.fieldAt}, {"leave", 2, g.leave},
		{"pointer", 1, g.pointer}, {"jumpOut", 1, g.jumpOut}, {"rotate", 2, g.rotateVariables},
		{"byPointer", 1, g.byPointer}, {"vectorInArray", 1, g.vectorInArray}, {"recordCalled", 1, g.recordCalled},
		{"puzzle", 1, g.puzzle}, {"truth", 1, g.truthAt}, {"smallArray", 1, g.smallArray},
		{"partsOfWord", 1, g.partsOfWord}, {"block", 1, g.blockCalled},
	}
}

// ofKernel are statements that need a work-item or memory.
func (g *generator) ofKernel() []statementMaker {
	return []statementMaker{
		{"storeOwn", 3, g.storeOwn}, {"atomic", 2, g.atomic}, {"storeField", 1, g.storeField},
		{"storeOne", 1, g.storeOne}, {"accumulate", 1, g.accumulate}, {"walk", 1, g.walk},
		{"twoPlaces", 1, g.twoPlaces}, {"pointInto", 1, g.pointInto}, {"bytes", 1, g.bytesOfWord},
		{"word", 1, g.wordOfBytes}, {"smallRow", 2, g.smallRow},
		{"storeMix", 2, g.storeMix}, {"sumInMemory", 1, g.sumInMemory},
		{"grid", 1, g.gridStride}, {"strip", 1, g.strips}, {"ranked", 1, g.ranked}, {"atomicOwn", 1, g.atomicOwn},
		{"atomicLong", 1, g.atomicLong}, {"dot", 1, g.dotOfWords}, {"lookBack", 1, g.lookBack},
		{"swapOwn", 1, g.swapOwn}, {"bounded", 1, g.storeBounded}, {"elements", 2, g.elements},
		{"ownWords", 1, g.ownWords}, {"floatSum", 1, g.floatSum}, {"ordered", 1, g.atomicOrdered},
		{"sameForAll", 1, g.sameForAll}, {"print", 1, g.print}, {"offsetLoad", 1, g.offsetLoad},
		{"offsetStore", 1, g.offsetStore}, {"triple", 1, g.triple}, {"pairStore", 1, g.pairStore},
		{"writeImage", 3, g.writeImage}, {"copyElement", 2, g.copyElement}, {"neighbours", 1, g.neighbours},
		{"bothWays", 1, g.bothWays}, {"writeDepth", 1, g.writeDepth},
		{"digits", 1, g.digits}, {"stepped", 1, g.stepped},
	}
}

// ofGroup are statements that all work-items of a group reach together.
func (g *generator) ofGroup() []statementMaker {
	return []statementMaker{
		{"exchange", 6, g.exchange}, {"fenced", 1, g.fenced}, {"copied", 1, g.copied}, {"tile", 1, g.tile},
		{"scan", 1, g.scan}, {"sort", 1, g.sort}, {"collective", 1, g.collective}, {"copiedApart", 1, g.copiedApart},
		{"floatSumOfGroup", 1, g.floatSumOfGroup}, {"fewItems", 3, g.fewItems},
	}
}

// nested are statements with blocks inside.
func (g *generator) nested() []statementMaker {
	return []statementMaker{
		{"if", 4, g.ifElse}, {"for", 3, g.forLoop}, {"while", 2, g.whileLoop}, {"switch", 2, g.switchOver},
		{"goto", 1, g.gotoForward}, {"into", 1, g.intoLoop}, {"bare", 1, g.bare},
	}
}

// statement makes one of those that are allowed here.
func (g *generator) statement(depth int) *Node {
	g.budget -= 2
	makers := g.anywhere()
	group := g.inKernel && g.barriers && g.together
	if g.inKernel {
		makers = append(makers, g.ofKernel()...)
	}
	if group {
		makers = append(makers, g.ofGroup()...)
	}
	if g.subGroups {
		makers = append(makers, g.ofSubGroup()...)
	}
	if depth > 0 && g.budget > 0 {
		makers = append(makers, g.nested()...)
		if group {
			makers = append(makers, statementMaker{"sums", 2, g.sums})
		}
		if g.inKernel {
			makers = append(makers, statementMaker{"search", 3, g.search})
		}
		if g.joined {
			makers = append(makers, statementMaker{"ifVote", 3, g.ifVote}, statementMaker{"whileVote", 2, g.whileVote})
		}
	}
	return g.oneOf(makers, depth)
}

// oneOf chooses by weight and taste.
func (g *generator) oneOf(makers []statementMaker, depth int) *Node {
	total := 0
	for i := range makers {
		makers[i].weight *= g.tasteFor(makers[i].name)
		total += makers[i].weight
	}
	for range 20 {
		n := g.IntN(total + 1)
		for _, m := range makers {
			if n -= m.weight; n < 0 {
				if s := m.make(depth); s != nil {
					return s
				}
				break
			}
		}
	}
	return g.declare()
}

// aimedTaste is the taste for kinds of statements that were asked for.
const aimedTaste = 60

// tasteFor is by how much a kernel has more of a kind of statement than others.
func (g *generator) tasteFor(name string) int {
	n, ok := g.taste[name]
	if !ok {
		n = []int{0, 1, 2, 2, 2, 4, 12}[g.IntN(7)]
		g.taste[name] = n
	}
	return n
}

// isImageKind reports whether a kind of statements accesses images.
func isImageKind(kind string) bool {
	return slices.Contains([]string{"writeImage", "copyElement", "neighbours", "bothWays", "writeDepth"}, kind)
}
