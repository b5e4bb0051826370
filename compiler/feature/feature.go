// Package feature is the one list of what the device offers beyond the core of OpenCL: extensions, optional features of
// OpenCL C, and the versions that follow from them. The device's queries, the macros and pragmas of the compiler, the
// lists of README.md and docs/features.md and the output of heddle info are made of it.
//
// Reading order: feature.go says what a row is, table.go and missing.go are the rows, versions.go is what OpenCL
// demands of each version, document.go writes Markdown.
package feature

import (
	"slices"
	"strings"
)

// Version is the version of an extension's specification; of a feature, the one of OpenCL C that brought it, or of the
// extension that did.
type Version struct{ Major, Minor, Patch uint32 }

// Place is a set of the lists in which a row appears.
type Place uint8

// The places of a row.
const (
	OnDevice   Place = 1 << iota // CL_DEVICE_EXTENSIONS, or CL_DEVICE_OPENCL_C_FEATURES
	OnPlatform                   // CL_PLATFORM_EXTENSIONS
	InLanguage                   // a macro of OpenCL C
	Unlisted                     // no list: there is no room for all in the 2,048 bytes that many programs have
)

// String names the places.
func (p Place) String() string {
	var names []string
	for bit, name := range map[Place]string{OnDevice: "device", OnPlatform: "platform", InLanguage: "macro",
		Unlisted: "no list"} {
		if p&bit != 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// Row is an extension (cl_...) or an optional feature of OpenCL C (__opencl_c_...).
type Row struct {
	Name    string
	Version Version
	Places  Place
	Area    Area
	What    string // what it brings, for readers of the documents
}

// Area is a chapter of the documents.
type Area uint8

// The areas, in the order of the documents. Rows of Images are there only if the device has images.
const (
	Language Area = iota
	Atomics
	SubGroups
	Images
	Memory
	Commands
	Programs
	Devices
)

// areaTitles are the areas' headings.
var areaTitles = [...]string{
	Language: "Language", Atomics: "Atomic operations", SubGroups: "Sub-groups and work-groups", Images: "Images",
	Memory: "Memory", Commands: "Queues and commands", Programs: "Programs", Devices: "Platform and device",
}

func (a Area) String() string { return areaTitles[a] }

// Prefix begins the names of features.
const Prefix = "__opencl_c_"

// IsFeature reports whether a row is an optional feature of OpenCL C, not an extension.
func (r Row) IsFeature() bool { return strings.HasPrefix(r.Name, Prefix) }

// All is the table.
func All() []Row { return slices.Clone(rows[:]) }

// Extensions are the extensions that appear at a place, in the order of the table.
func Extensions(place Place) []Row {
	return selected(func(r Row) bool { return !r.IsFeature() && r.Places&place != 0 })
}

// Features are the optional features of OpenCL C that are there.
func Features() []Row { return selected(Row.IsFeature) }

func selected(match func(Row) bool) []Row {
	var list []Row
	for _, r := range rows {
		if match(r) {
			list = append(list, r)
		}
	}
	return list
}

// Has reports whether an extension or a feature is there.
func Has(name string) bool {
	return slices.ContainsFunc(rows[:], func(r Row) bool { return r.Name == name })
}

// Names are the names of rows.
func Names(list []Row) []string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = r.Name
	}
	return names
}
