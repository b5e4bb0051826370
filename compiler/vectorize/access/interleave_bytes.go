package access

// Clusters whose steps are no whole words: 2, 3 and 6 bytes, as of pixels of three colours. The bytes of each lane are
// spread into words of their own, or brought together again; the rest is as for other clusters.

// isByteStep says whether there is a permutation for steps of so many bytes.
func isByteStep(step int32) bool { return step == 2 || step == 3 || step == 6 }
