package prepare

import (
	"heddle/compiler/bundle"
	"heddle/compiler/uniform"
)

// VariesBy is what makes lanes, and sub-groups, of a shape differ.
func VariesBy(shape bundle.Shape) (lane, sub uniform.Vary) {
	switch shape {
	case bundle.Rows:
		return uniform.VaryLocal0 | uniform.VaryAny, uniform.VaryLocal0 | uniform.VaryAny
	case bundle.Columns:
		return uniform.VaryLocal0 | uniform.VaryAny, uniform.VaryLocal1 | uniform.VaryAny
	}
	all := uniform.VaryLocal0 | uniform.VaryLocal1 | uniform.VaryLocal2 | uniform.VaryAny
	return all, all
}
