package passes

import "slices"

// The order of the passes. constraints, below, says what it rests on; passes that no row names may stand anywhere.

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
	&unrollPass,
	&splitPass,
	&mem2regPass,
	&loadelimPass,
	&cfgPass,
	&widenPass,
	&stripminePass,
	&licmPass,
	&contractPass,
	&addressPass,
	&gvnPass,
	&licmPass,
	&gvnPass,
	&dcePass,
	&memcombinePass,
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
