package cl

// EntryPoint is a row of the table of C functions.
type EntryPoint struct {
	Name   string
	Since  string // the version of OpenCL that brought it; empty for deprecated functions and extensions
	LastIn string // the last version before it was deprecated; empty otherwise
	Slot   int    // in the ICD dispatch table, -1 when it is not called through it
}

// MissingEntry is the answer of an entry point that is not implemented, and the reason.
type MissingEntry struct {
	Status Status // after its first handle was found good
	Reason string
}

// The reasons, each with the feature that will bring the function.
const (
	noBuiltIn  = "the device has no built-in kernels (CL_DEVICE_BUILT_IN_KERNELS is empty)"
	noGraphics = "sharing with graphics libraries is not planned: a CPU device has no common memory with them"
	noDtors    = "programs have no program-scope destructors: the function works only for devices with C++ programs"
)

// Missing lists the entry points without semantics, with the answer that the specification wants for a device that
// lacks the feature. icd's test checks that every entry point is either here or wired.
var Missing = map[string]MissingEntry{
	"clCreateProgramWithBuiltInKernels": {InvalidValue, noBuiltIn},
	"clSetProgramReleaseCallback":       {InvalidOperation, noDtors},

	"clCreateFromGLBuffer":          {InvalidContext, noGraphics},
	"clCreateFromGLTexture":         {InvalidContext, noGraphics},
	"clCreateFromGLTexture2D":       {InvalidContext, noGraphics},
	"clCreateFromGLTexture3D":       {InvalidContext, noGraphics},
	"clCreateFromGLRenderbuffer":    {InvalidContext, noGraphics},
	"clGetGLObjectInfo":             {InvalidGlObject, noGraphics},
	"clGetGLTextureInfo":            {InvalidGlObject, noGraphics},
	"clEnqueueAcquireGLObjects":     {InvalidContext, noGraphics},
	"clEnqueueReleaseGLObjects":     {InvalidContext, noGraphics},
	"clGetGLContextInfoKHR":         {InvalidOperation, noGraphics},
	"clCreateEventFromGLsyncKHR":    {InvalidContext, noGraphics},
	"clCreateFromEGLImageKHR":       {InvalidContext, noGraphics},
	"clEnqueueAcquireEGLObjectsKHR": {InvalidContext, noGraphics},
	"clEnqueueReleaseEGLObjectsKHR": {InvalidContext, noGraphics},
	"clCreateEventFromEGLSyncKHR":   {InvalidContext, noGraphics},
}
