package clapi

import (
	"sync"

	"heddle/clapi/cl"
)

// Property is a row of the tables of answers to clGetPlatformInfo and clGetDeviceInfo. The tables are the only source
// of these answers: GetInfo takes them from here, and clapi/cl/gen makes C tables of them, from which the library
// answers as long as the Go runtime has not been started (icd/discovery.c).
type Property struct {
	Names []uint32 // the queries that have this answer
	Value []byte   // the answer of all machines; nil: texts or a fact
	Texts []string // the answer is an array of pointers to these strings, which everyone places in memory of its own
	Fact  Fact

	IsNameVersions bool // Value is an array of cl_name_version, of which C keeps no zeros
}

// Fact is an answer that differs between machines, processes or devices.
type Fact struct {
	// Field is where C finds it for the root device: a member of a struct, or PlatformHandle.
	Field string
	Kind  FactKind

	value func(*Device) []byte
}

// FactKind is what struct a field is a member of, and what the answer is.
type FactKind uint8

// The kinds.
const (
	OfMachine       FactKind = iota // the member of struct heddle_machine (cbridge/machine/machine.h)
	TextOfMachine                   // a C string there: the answer is only as long as the string
	OfPartition                     // the member of struct heddle_partition (icd/discovery.h)
	ListOfPartition                 // numbers of 64 bits there: up to the first zero, but at least one
)

// PlatformHandle is the Field of CL_DEVICE_PLATFORM.
const PlatformHandle = "platform"

// always is an answer of all machines.
func always(value []byte, names ...uint32) Property { return Property{Names: names, Value: value} }

// alwaysNames is an answer of all machines that is an array of cl_name_version.
func alwaysNames(list []cl.NameVersion, names ...uint32) Property {
	return Property{Names: names, Value: infoNameVersions(list), IsNameVersions: true}
}

// fact is an answer that C reads from a field, and Go from a function.
func fact(field string, name uint32, value func(*Device) []byte) Property {
	return Property{Names: []uint32{name}, Fact: Fact{Field: field, value: value}}
}

// textFact is fact for a text.
func textFact(field string, name uint32, value func(*Device) string) Property {
	return Property{Names: []uint32{name}, Fact: Fact{
		Field: field, Kind: TextOfMachine, value: func(d *Device) []byte { return infoString(value(d)) },
	}}
}

// partitionFact is fact for what a device can be divided into.
func partitionFact(field string, kind FactKind, name uint32, value func(*Device) []byte) Property {
	return Property{Names: []uint32{name}, Fact: Fact{Field: field, Kind: kind, value: value}}
}

// ofRoot is an answer that all root devices have in common, but not sub-devices.
func ofRoot(root []byte, value func(*Device) []byte, names ...uint32) Property {
	return Property{Names: names, Value: root, Fact: Fact{value: value}}
}

// properties finds the rows of a table by name. It is made at its first use, which is late, if ever.
type properties func() map[uint32]Property

func lazyProperties(rows func() []Property) properties {
	return sync.OnceValue(func() map[uint32]Property {
		byName := map[uint32]Property{}
		for _, row := range rows() {
			for _, name := range row.Names {
				byName[name] = row
			}
		}
		return byName
	})
}

// of is the answer to a query about a device, or about the platform of a device; nil if the query is unknown.
func (p properties) of(d *Device, name uint32) []byte {
	row := p()[name]
	if row.Fact.value != nil {
		return row.Fact.value(d)
	}
	return row.Value
}
