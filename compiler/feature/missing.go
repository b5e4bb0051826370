package feature

import "slices"

// Missing is an extension by Khronos, or an optional feature of OpenCL C, that is not there, with the reason.
type Missing struct{ Name, Reason string }

// The reasons.
const (
	noGraphics  = "a CPU has no memory in common with graphics libraries"
	otherSystem = "for other operating systems"
)

// missing are the ones that are not there. A program that names one of them in a pragma is told so; other names by
// Khronos are taken for misspelt.
var missing = [...]Missing{
	{"cl_khr_spir", "SPIR, an early form of LLVM's code, gave way to SPIR-V"},
	{"cl_khr_spirv_extended_debug_info", "not read yet"},
	{"cl_khr_select_fprounding_mode", "it ended with OpenCL 1.0"},
	{"cl_khr_icd_unloadable", "the Go runtime cannot be unloaded"},
	{"cl_khr_pci_bus_info", "a CPU is on no bus"},
	{"cl_khr_gl_sharing", noGraphics},
	{"cl_khr_gl_event", noGraphics},
	{"cl_khr_gl_depth_images", noGraphics},
	{"cl_khr_gl_msaa_sharing", noGraphics},
	{"cl_khr_egl_image", noGraphics},
	{"cl_khr_egl_event", noGraphics},
	{"cl_khr_d3d10_sharing", otherSystem},
	{"cl_khr_d3d11_sharing", otherSystem},
	{"cl_khr_dx9_media_sharing", otherSystem},
	{"cl_khr_external_semaphore_dx_fence", otherSystem},
	{"cl_khr_external_semaphore_win32", otherSystem},
	{"cl_khr_external_memory_win32", otherSystem},
	{"cl_khr_external_memory_android_hardware_buffer", otherSystem},
}

// MissingRows are the extensions and features that are not there.
func MissingRows() []Missing { return slices.Clone(missing[:]) }

// Known reports whether an extension exists at all, there or not.
func Known(name string) bool {
	return Has(name) || slices.ContainsFunc(missing[:], func(m Missing) bool { return m.Name == name })
}

// KnownNames are the names for which Known is true.
func KnownNames() []string {
	names := Names(rows[:])
	for _, m := range missing {
		names = append(names, m.Name)
	}
	return names
}
