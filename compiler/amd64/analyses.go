package amd64

import "heddle/compiler/vectorize/switches"

// Analysis is one of the analyses and extensions that can be left out; see package switches.
type Analysis = switches.Analysis

// VNNI is the name of the extension that adds products of words (the AVX-512 one).
const VNNI = switches.VNNI

// Analyses lists them.
func Analyses() []Analysis { return switches.Analyses() }

// Strategies lists the strategies of accesses and the kinds of region that can be left out.
func Strategies() []Analysis { return switches.Strategies() }

// Switches lists all that can be left out of machine code.
func Switches() []Analysis { return switches.All() }

// Extensions lists instructions that not every processor with the ISA has.
func Extensions() []Analysis { return switches.Extensions() }
