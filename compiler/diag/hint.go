package diag

import "strings"

// A Hint searches for the name that was meant by a misspelt one. The distance of names is the number of letters that
// are wrong, missing, superfluous or exchanged with their neighbour (Damerau and Levenshtein, in the variant that
// changes no letter twice); it may be a quarter of the name's length (clang's third takes foo for "for", make_float4
// for as_float4 and gid for lid). Case alone counts as one. Of equally near names the one of the innermost scope wins,
// then one from which letters were left out (get_local_sz: get_local_size rather than get_local_id), then the first in
// alphabetical order, whatever the order in which they are considered.
//
// A hostile source could ask for many hints among many names, so both are limited per build.
type Hint struct {
	name     string
	list     *List
	best     string
	distance int // of best; the limit for candidates
	depth    int // of best
}

const (
	maxHints          = 20
	maxHintCandidates = 100_000
	maxHintBytes      = 48 // length of names that are compared
)

// HintFor begins the search for the name meant by another.
func (l *List) HintFor(name string) *Hint {
	h := &Hint{name: name, list: l, distance: len(name) / 4}
	l.hints++
	if l.hints > maxHints || len(name) > maxHintBytes {
		h.distance = -1
	}
	return h
}

// Consider considers another name that would be right there; depth is that of its scope.
func (h *Hint) Consider(candidate string, depth int) {
	longer := len(candidate) - len(h.name)
	if h.distance < 0 || candidate == h.name || len(candidate) > maxHintBytes || candidate == "" {
		return
	}
	if h.list.hintCandidates++; h.list.hintCandidates > maxHintCandidates {
		return
	}
	var d int
	switch {
	case longer == 0 && strings.EqualFold(candidate, h.name):
		d = 1
		if h.distance == 0 {
			h.distance = 1 // also of names that are too short for other changes
		}
	case max(longer, -longer) > h.distance:
		return
	default:
		d = distance(h.name, candidate)
	}
	better := h.best == "" || d < h.distance || depth > h.depth || depth == h.depth && h.isNearer(candidate)
	if d > h.distance || !better {
		return
	}
	h.best, h.distance, h.depth = candidate, d, depth
}

// isNearer reports whether a name at the same distance as the best one is preferable.
func (h *Hint) isNearer(candidate string) bool {
	if was := leavesOut(h.name, h.best); was != leavesOut(h.name, candidate) {
		return !was
	}
	return candidate < h.best
}

// leavesOut reports whether a name is the intended one with letters left out.
func leavesOut(name, meant string) bool {
	for i := range len(meant) {
		if name != "" && name[0] == meant[i] {
			name = name[1:]
		}
	}
	return name == ""
}

// Name is the name found, "" if none is near.
func (h *Hint) Name() string { return h.best }

// String is the end of a message about the name: empty, or the question whether another one was meant.
func (h *Hint) String() string {
	if h.best == "" {
		return ""
	}
	return "; did you mean '" + h.best + "'?"
}

// distance is the number of changes from a to b. Neither is longer than maxHintBytes.
func distance(a, b string) int {
	var rows [3][maxHintBytes + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, last, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			changed := last[j-1]
			if a[i-1] != b[j-1] {
				changed++
			}
			row[j] = min(changed, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
