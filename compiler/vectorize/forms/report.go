package forms

import "fmt"

// String is the form in words.
func (f Form) String() string {
	word := [...]string{None: "none", Scalar: "uniform", Affine: "affine", Vector: "vector", Mask: "mask"}[f.Kind]
	if f.Kind == Affine {
		word = fmt.Sprintf("affine, step %d", f.Step)
	}
	if f.Rows != 0 {
		return fmt.Sprintf("%s, step %d between sub-groups", word, f.Rows)
	}
	if f.PerSub {
		return word + ", per sub-group"
	}
	return word
}
