package main

import "C" // makes the export

import (
	"fmt"
	"io"
	"slices"

	"heddle/clapi"
	"heddle/clapi/stream"
)

// leak is an object that the application still has references to.
type leak interface {
	ReferenceCount() uint32
	Name() string
}

// described is a leak that has more to say of itself.
type described interface{ Details() string }

// leaksShown is how many objects of a kind have lines of their own.
const leaksShown = 10

// heddleReportLeaks is called when the process ends, after the destructors of the application (HEDDLE_TRACE=leaks).
//
//export heddleReportLeaks
func heddleReportLeaks() {
	if !process.leaks {
		return
	}
	defer func() { recover() }() // the process ends anyway, whatever state it is in
	found := map[string][]string{}
	process.handles.Each(func(handle uintptr, object any) {
		if device, isDevice := object.(*clapi.Device); isDevice && device == process.platform.Device() {
			return
		}
		one, ok := object.(leak)
		if !ok || one.ReferenceCount() == 0 {
			return
		}
		line := fmt.Sprintf("%#x, reference count %d", handle, one.ReferenceCount())
		if d, ok := object.(described); ok {
			line += ", " + d.Details()
		}
		found[one.Name()] = append(found[one.Name()], line)
	})
	if shared := process.platform.SharedAllocations(); shared > 0 {
		found["allocation of shared memory"] = make([]string, shared)
	}
	writeLeaks(stream.Errors, found)
}

// writeLeaks writes what was found, by kind. Kinds without lines are only counted.
func writeLeaks(out io.Writer, found map[string][]string) {
	total := 0
	kinds := make([]string, 0, len(found))
	for kind, list := range found {
		total += len(list)
		kinds = append(kinds, kind)
	}
	if total == 0 {
		fmt.Fprintln(out, "heddle: all objects were released")
		return
	}
	fmt.Fprintf(out, "heddle: %d objects were never released\n", total)
	slices.Sort(kinds)
	for _, kind := range kinds {
		fmt.Fprintf(out, "heddle:   %s: %d\n", kind, len(found[kind]))
		for _, line := range found[kind][:min(len(found[kind]), leaksShown)] {
			if line != "" {
				fmt.Fprintf(out, "heddle:     %s\n", line)
			}
		}
	}
}
