package forms

// Copies is the number of sub-groups that have registers of their own.
func (s *Forms) Copies(f Form) int {
	if f.PerSub {
		return s.Version.Count
	}
	return 1
}
