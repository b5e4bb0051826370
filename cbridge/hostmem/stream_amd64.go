package hostmem

// streamRow copies at least 128 bytes, whole lines of the target by stores that go around the caches, and asks for the
// lines at the ends of the row that is ahead bytes further.
//
//go:noescape
func streamRow(to, from, bytes, ahead uintptr)

// fence lets the stores of streamRow be seen before later ones.
func fence()
