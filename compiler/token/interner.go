package token

// ID is an identifier's number in its Interner. Keywords have the same ids in every Interner.
type ID uint32

// NoID is the id of no identifier.
const NoID ID = 0

// Interner numbers identifiers. One belongs to one build; it is not safe for concurrent use.
type Interner struct {
	ids   map[string]ID
	names []string
}

// usualNames is a number of names that is enough for sources of a hundred lines, including the 180 or so that every
// source has.
const usualNames = 448

// NewInterner returns an Interner that knows the keywords.
func NewInterner() *Interner {
	n := &Interner{ids: make(map[string]ID, usualNames), names: make([]string, 1, usualNames)}
	for _, k := range keywords {
		n.Intern(k.name)
	}
	return n
}

// Intern returns the id of a name, a new one if it has none yet. The string is kept.
func (n *Interner) Intern(name string) ID {
	if id, ok := n.ids[name]; ok {
		return id
	}
	id := ID(len(n.names))
	n.names = append(n.names, name)
	n.ids[name] = id
	return id
}

// Lookup returns the id of a name, NoID if it has none.
func (n *Interner) Lookup(name string) ID { return n.ids[name] }

// Name returns the name of an id, the empty string for NoID.
func (n *Interner) Name(id ID) string { return n.names[id] }

// Len returns a number above all ids given out so far.
func (n *Interner) Len() int { return len(n.names) }
