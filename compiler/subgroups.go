package compiler

import "heddle/compiler/lower"

// MaxNamedBarriers is how many named barriers of sub-groups a kernel may have.
const MaxNamedBarriers = lower.MaxNamedBarriers
