package passes

import "slices"

// The order of the passes. The rows of constraints, below, are the reasons for it. They were found by reading the
// passes and by moving them: the loss in the opposite order shows in the number of instructions of the kernels of
// bench, of the tests, and of random ones, with those in loops counted ten times. Neighbours without a row can be
// exchanged without such a loss, except stripmine and licm: after licm, loops in divergent branches are strip-mined
// too, which is not measured yet.

// beforeInline runs over all functions, so that each is small before it is copied into its callers.
var beforeInline = []*Pass{
	&cfgPass,
	&sroaPass,
	&mem2regPass,
	&gvnPass,
	&dcePass,
	&cfgPass,
}

// modulePasses run over the module, between beforeInline and the rest.
var modulePasses = []*Pass{
	&inlinePass,
	&rsqrtPass,
	&uncalledPass,
}

// ofInlined runs over functions that inlining has changed; the others have just been through the same.
var ofInlined = []*Pass{
	&cfgPass,
	&sroaPass,
	&mem2regPass,
	&gvnPass,
}

// afterUnroll runs after each run of unrolling that has done something.
var afterUnroll = []*Pass{
	&cfgPass,
	&gvnPass,
	&cfgPass,
	&sroaPass,
	&mem2regPass,
	&gvnPass,
	&dcePass,
	&cfgPass,
}

// afterInline runs over all functions.
var afterInline = []*Pass{
	&inductionsPass,
	&toptestPass,
	&cfgPass,
	&unrollPass,
	&splitPass,
	&mem2regPass,
	&loadelimPass,
	&hoistPass,
	&cfgPass,
	&dividePass,
	&widenPass,
	&stripminePass,
	&countersPass,
	&licmPass,
	&contractPass,
	&addressPass,
	&gvnPass,
	&licmPass,
	&gvnPass,
	&dcePass,
	&memcombinePass,
	&narrowPass,
	&packPass,
	&shufflePass,
	&widenPrivatePass,
	&preheaderPass,
	&lcssaPass,
	&cfgPass,
	&preheaderPass,
}

// afterChanges runs over functions that inlining has changed.
var afterChanges = slices.Concat(ofInlined, afterInline)

// afterSpecializing runs over specialised copies of kernels. It must not contract: see package variant.
var afterSpecializing = []*Pass{
	&gvnPass,
	&cfgPass,
	&barrierUnrollPass,
	&loadelimPass,
	&cfgPass,
	&licmPass,
	&addressPass,
	&gvnPass,
	&licmPass,
	&gvnPass,
	&dcePass,
	&preheaderPass,
	&lcssaPass,
	&cfgPass,
	&preheaderPass,
}

// afterNoAlias runs over no-alias copies of kernels. It must not contract: see package variant.
var afterNoAlias = []*Pass{
	&mem2regPass,
	&cfgPass,
	&loadelimPass,
	&cfgPass,
	&licmPass,
	&gvnPass,
	&dcePass,
	&preheaderPass,
	&lcssaPass,
	&cfgPass,
	&preheaderPass,
}

// afterExpanding runs over copies of kernels whose image operations have been expanded, or in which some arguments are
// known. It must not contract: see package variant.
var afterExpanding = []*Pass{
	&gvnPass,
	&cfgPass,
	&loadelimPass,
	&cfgPass,
	&licmPass,
	&addressPass,
	&gvnPass,
	&licmPass,
	&gvnPass,
	&dcePass,
	&preheaderPass,
	&lcssaPass,
	&cfgPass,
	&preheaderPass,
}

// afterGroup runs over copies of kernels that know the size of their groups. It must not contract: see package variant.
var afterGroup = []*Pass{
	&gvnPass,
	&cfgPass,
	&unrollPass,
	&mem2regPass,
	&loadelimPass,
	&cfgPass,
	&dividePass,
	&licmPass,
	&addressPass,
	&gvnPass,
	&licmPass,
	&gvnPass,
	&dcePass,
	&preheaderPass,
	&lcssaPass,
	&cfgPass,
	&preheaderPass,
}

// afterLoneItems runs over copies of kernels in which local memory has become private, and ids constants. It must not
// contract: see package variant.
var afterLoneItems = slices.Concat([]*Pass{&sroaPass, &mem2regPass}, afterExpanding)

// strength is how strong a constraint is, for lists with passes that run several times.
type strength uint8

const (
	everyRun strength = iota // no run of the first pass follows one of the second
	lastRun                  // the last run of the second pass follows the last one of the first
	anyRun                   // the last run of the second pass follows some run of the first
)

// constraint says that one pass must run before another, in each list that has both.
type constraint struct {
	first, second string
	strength      strength
	why           string
}

var constraints = []constraint{
	{"inductions", "toptest", everyRun, "guards test what counters go up to, not what they go down from"},
	{"inductions", "stripmine", everyRun, "rows that pointers walk along are rows all the same"},
	{"unroll", "split", everyRun, "copies that wait for unrolled loops to show their pieces are cut blindly by split"},
	{"unroll", "loadelim", everyRun, "accesses of unrolled iterations have constant addresses, which can be compared"},
	{"sroa", "mem2reg", everyRun, "copies of structures become moves of pieces, which can be promoted"},
	{"split", "mem2reg", lastRun, "the same for the copies that sroa has left"},
	{"mem2reg", "gvn", lastRun, "values that were in memory are numbered too"},
	{"mem2reg", "loadelim", anyRun, "promoted memory needs no tracking, and holds pointers that are compared"},
	{"gvn", "loadelim", anyRun, "addresses are compared by their values, so equal ones must be one value"},
	{"loadelim", "gvn", lastRun, "operations on values that replaced loads are numbered too"},
	{"loadelim", "dce", lastRun, "drops the addresses of loads that were replaced"},
	{"gvn", "hoist", anyRun, "addresses are compared by their values, as for loadelim"},
	{"loadelim", "hoist", lastRun, "loads that are replaced need not be found on both ways"},
	{"hoist", "gvn", lastRun, "what was loaded again after the ways meet is loaded once"},
	{"unroll", "divide", everyRun, "what counters of unrolled loops add is constant"},
	{"divide", "address", everyRun, "parts of quotients and remainders are terms of addresses"},
	{"divide", "gvn", lastRun, "merges its constants with those that exist, and the parts of equal quotients"},
	{"widen", "gvn", lastRun, "merges the extensions of operands with those that exist"},
	{"stripmine", "address", everyRun, "the sixteen copies of an iteration get addresses with common parts"},
	{"counters", "address", everyRun, "what work-items add to a counter becomes a term of its own"},
	{"licm", "address", anyRun, "groups terms by the loops they change in, which invariant terms have left by then"},
	{"address", "gvn", lastRun, "computes common parts of addresses once"},
	{"address", "licm", lastRun, "hoists the parts of addresses that were grouped as invariant"},
	{"licm", "gvn", lastRun, "merges equal invariants that have met before a loop"},
	{"licm", "cfg", lastRun, "joins preheaders that stayed empty with their neighbours"},
	{"inline", "contract", everyRun, "products and sums of a callee and its caller fuse, alike on both engines"},
	{"contract", "gvn", lastRun, "merges fused operations that are equal"},
	{"contract", "dce", lastRun, "drops products that were fused"},
	{"address", "dce", lastRun, "drops sums that were regrouped"},
	{"unroll", "memcombine", everyRun, "bytes of a word come together from several iterations"},
	{"unroll", "shuffle", everyRun, "the same for bytes in another order"},
	{"address", "memcombine", everyRun, "bytes of a word get one base, and constant distances from it"},
	{"gvn", "memcombine", lastRun, "equal bases are one value"},
	{"narrow", "pack", everyRun, "packs are operations on bytes and halves, of which C makes ints"},
	{"gvn", "narrow", lastRun, "equal operands are one value"},
	{"gvn", "lcssa", everyRun, "a copy is equal to its value, so numbering would remove it"},
	{"preheader", "lcssa", anyRun, "asks which values are uniform; counters are if the edges into a loop are merged"},
	{"cfg", "preheader", lastRun, "drops empty blocks, and with them those in which edges into a loop are merged"},
}

// notInCopies are passes that must not run over copies of kernels (package variant), with the reason.
var notInCopies = []struct{ pass, why string }{
	{"contract", "a copy would fuse products and sums that came together only in it, unlike the kernel"},
	{"rsqrt", "the functions of the library that it calls have been removed"},
}
