package tuning

import "heddle/compiler/target"

// base is what all kinds of processor start from. The comment at the end of each line is the source of the number.
func base(isa target.ISA) *target.Tuning {
	byISA := func(avx512, avx2 int) int { return [...]int{target.AVX512: avx512, target.AVX2: avx2}[isa] }
	t := &target.Tuning{
		Bundles: target.Bundles{
			MaxWork: 1600, // by hand, 2026-11-21
			// by hand, 2026-11-21: half as many lanes make twice as many sub-groups
			MaxWaitingWork: byISA(3200, 6400),
			// groups of 256 work-items, 2026-11-21; with AVX2 as many again, 2026-11-22
			WaitingRows: byISA(16, 32),
			// measured, 2026-11-22: AVX2: xorshift 1.28, trial division 1.35 times as fast
			LoopRows:             byISA(4, 8),
			StreamingRows:        byISA(1, 2),  // by hand, 2026-11-21: 16 rows at a time
			StridingBytes:        512,          // by hand, 2026-11-23
			SharedColumns:        8,            // by hand, 2026-11-21
			SharedWaitingColumns: byISA(16, 8), // by hand, 2026-11-21
			WaitingColumns:       16,           // by hand, 2026-11-21
			LargestGroup:         1024,         // groups of 1024 work-items, 2026-11-22
			SmallTile:            64,           // tiles of 8 by 8 work-items, 2026-11-21
			// measured, 2026-11-22: lz_unpack 1.23, sieve 1.12 times as fast with AVX2, 1.04 with AVX-512
			MaxScalarisedLanes: 32,
			MaxDiverging:       4,        // by hand, 2026-11-22
			SpillShare:         1.0 / 32, // by hand, 2026-11-21
			FrameShare:         1.0 / 4,  // by hand, 2026-11-21
			// by hand, 2026-11-22; larger bundles measured: twice as fast with AVX2
			TailShare: 1.0 / 4,
			// measured, 2026-11-28: products of matrices of 1024 by 1024 numbers 1.3 times as fast on Zen 3
			GroupBand:         4,
			MaxSpilledGeneral: 4, // by hand, 2026-11-21
		},
		Estimates: target.Estimates{
			MaxSubGroups: 4, // by hand, 2026-11-22
			LoopAround:   6, // measured, 2026-11-22
		},
		Variants: target.Variants{
			HalvesGain:      1.2, // by hand, 2026-11-22
			InterchangeGain: 2,   // by hand, 2026-11-22
		},
		Prepare: target.Prepare{
			// without, masked accesses cost several times as much, 2026-11-22
			ChecksBounds:     !isa.HasMaskRegisters(),
			MaxChecked:       100, // by hand, 2026-11-22
			MaxRepeated:      400, // by hand, 2026-11-21
			MaxUnmasked:      300, // by hand, 2026-11-23
			MaxUnmaskedLoops: 4,   // by hand, 2026-11-23
			MaxSpecialized:   480, // by hand, 2026-11-21
			// by hand, 2026-11-21: MaxSpecialized times the largest bundle
			MaxSpecializedWork: 128 * 480,
		},
		Walks: target.Walks{
			Whole:      1,   // the unit, 2026-11-22
			Pieces:     3,   // by hand, 2026-11-22
			Lanes:      16,  // by hand, 2026-11-22
			Near:       64,  // the size of a cache line, 2026-11-21
			Iterations: 8,   // by hand, 2026-11-22
			Depth:      3,   // by hand, 2026-11-22
			MaxStep:    32,  // by hand, 2026-11-21
			Far:        512, // by hand, 2026-11-21
		},
		Operations: target.Operations{
			Simple:          [...]float64{target.AVX512: 0.5, target.AVX2: 0.4}[isa], // by hand, 2026-11-21
			Multiply:        2,                                                       // by hand, 2026-11-21
			DivideIntegers:  20,                                                      // by hand, 2026-11-21
			DivideByUniform: 8,                                                       // by hand, 2026-11-21
			DivideFloats:    10,                                                      // by hand, 2026-11-21
			Branch:          0.5,                                                     // by hand, 2026-11-21
			Diverge:         3,                                                       // by hand, 2026-11-21

			IterationAlone:      0.5,  // by hand, 2026-11-21
			IntegerAlone:        0.25, // by hand, 2026-11-21
			FloatAlone:          0.5,  // by hand, 2026-11-21
			MultiplyAlone:       1,    // by hand, 2026-11-21
			DivideIntegersAlone: 6,    // by hand, 2026-11-21
			DivideFloatsAlone:   5,    // by hand, 2026-11-21
			LoadAlone:           0.5,  // by hand, 2026-11-21
			StoreAlone:          1,    // by hand, 2026-11-21

			NearLoad:    4,        // by hand, 2026-11-21
			TableVector: 2,        // by hand, 2026-11-24
			NearStore:   6,        // by hand, 2026-11-21
			RowWord:     3,        // by hand, 2026-11-22
			Gather:      4,        // by hand, 2026-11-21
			GatherSmall: 3,        // by hand, 2026-11-21
			NearBytes:   16 << 10, // half of the nearest cache of all processors at hand, 2026-11-24
			Scatter:     20,       // by hand, 2026-11-21
			ByLane:      8,        // by hand, 2026-11-21
			ByLaneLane:  2.3,      // by hand, 2026-11-21
		},
		Latencies: target.Latencies{
			Integer: 1, // by hand, 2026-11-22
			Float:   4, // by hand, 2026-11-22

			LoadAlone:     5,  // by hand, 2026-11-22
			FarLoadAlone:  14, // by hand, 2026-11-22
			MultiplyAlone: 3,  // by hand, 2026-11-22
			DivideAlone:   12, // by hand, 2026-11-22

			Load:             30, // by hand, 2026-11-22
			Multiply:         10, // by hand, 2026-11-22
			DivideByConstant: 12, // by hand, 2026-11-22
			DivideIntegers:   50, // by hand, 2026-11-22
			DivideFloats:     20, // by hand, 2026-11-22
			Compare:          3,  // by hand, 2026-11-22

			Mispredict: 6, // by hand, 2026-11-22
		},
		Instructions: target.Instructions{
			Mask:           0.5, // by hand, 2026-11-22
			DivideIntegers: 6,   // by hand, 2026-11-22
		},
		Scalarised: target.Scalarised{
			Gain:              1.2, // by hand, 2026-11-21
			ScatterGain:       1.2, // as Gain, 2026-11-22
			MaxUnrolled:       4,   // by hand, 2026-11-21
			MaxUnrolledInstrs: 64,  // by hand, 2026-11-21
		},
		Tails: target.Tails{
			MaxInstrs:          200, // by hand, 2026-11-22
			MinRatio:           2,   // by hand, 2026-11-22
			Send:               45,  // by hand, 2026-11-22
			CheckAfter:         128, // by hand, 2026-11-22
			MinCheckIterations: 3,   // by hand, 2026-11-22
			MaxCheckIterations: 32,  // by hand, 2026-11-22
		},
		Compaction: target.Compaction{
			Gain:         1.5, // by hand, 2026-11-22
			ScalarGain:   3,   // by hand, 2026-11-22
			Move:         60,  // by hand, 2026-11-22
			FixedResults: 2,   // by hand, 2026-11-22
		},
		Interleaving: target.Interleaving{
			MinStored:       3,           // by hand, 2026-11-22
			MinOfHalf:       4,           // by hand, 2026-11-22
			MinOfEight:      5,           // by hand, 2026-11-22
			MinWords:        8,           // by hand, 2026-11-21
			MinOfEightSteps: byISA(3, 5), // by hand, 2026-11-22: AVX2 moves all eight words for any
		},
		Accesses: target.Accesses{
			UpdatesByLane:    !isa.HasScatter(), // without, there is no other way, 2026-11-22
			PairsByLane:      !isa.HasScatter(), // without, there is no other way, 2026-11-23
			MaxTableWords:    byISA(64, 16),     // measured, 2026-11-24: 32 words with AVX2: 0.8 times as fast
			MaxGathersByLane: 16,                // by hand, 2026-11-22
			MaxUnrolledCopy:  64,                // by hand, 2026-11-21
			// measured, 2026-11-21: with one for each lane, counting into 16 places takes twice as long
			AtomicLanes: 2,
		},
		Serial: target.Serial{
			MinSubGroups: 4, // by hand, 2026-11-21
			MaxLockstep:  8, // by hand, 2026-11-23
			MaxUntested:  8, // by hand, 2026-11-21
		},
		KnownLanes: target.KnownLanes{
			MaxInstrs:        200, // by hand, 2026-11-21
			Operation:        1,   // by hand, 2026-11-21
			Row:              1,   // by hand, 2026-11-21
			MaskedRow:        2,   // by hand, 2026-11-21
			Uniform:          1,   // by hand, 2026-11-21
			MaskedUniform:    4,   // by hand, 2026-11-21
			Gather:           28,  // by hand, 2026-11-21
			Scatter:          64,  // by hand, 2026-11-21
			InterleavedWord:  7,   // by hand, 2026-11-21
			InterleavedLess:  6,   // by hand, 2026-11-21
			RewrittenWord:    1,   // by hand, 2026-11-21
			MaskedInterleave: 40,  // by hand, 2026-11-21
			Mask:             8,   // by hand, 2026-11-21
		},
	}
	return t
}
