package conformance

import "regexp"

// unreachableCodes are codes that no program can get, with the reason. The first row that fits holds. Rows without
// words have the reason of a row with the same label.
type unreachableCodes struct {
	label, words     string
	functions, codes *regexp.Regexp
}

func pattern(text string) *regexp.Regexp { return regexp.MustCompile("^CL_(" + text + ")$") }

func named(text string) *regexp.Regexp { return regexp.MustCompile("^cl(" + text + ")$") }

var (
	everyCode     = regexp.MustCompile(``)
	everyFunction = everyCode
	commands      = regexp.MustCompile(`^cl(Enqueue|Command|UpdateMutable|GetKernelSuggestedLocalWorkSize)`)
)

var unreachable = []unreachableCodes{
	{"graphics", "the device shares nothing with OpenGL, EGL and Direct3D. The functions are there and answer with " +
		"one code; properties of contexts that ask for it are `CL_INVALID_PROPERTY`",
		regexp.MustCompile(`GL|EGL`), everyCode},
	{"graphics", "", everyFunction, regexp.MustCompile(`GL_|D3D|DX9|EGL`)},
	{"graphics", "", named(`CreateContext(FromType)?`), pattern(`INVALID_OPERATION`)},

	{"at creation", "memory is had when an object is made, and mapping finds an address, so no command fails for " +
		"want of it",
		commands, pattern(`MEM_OBJECT_ALLOCATION_FAILURE|MAP_FAILURE`)},
	{"at creation", "", named(`CreateSubBuffer`), pattern(`MEM_OBJECT_ALLOCATION_FAILURE`)},

	{"alike", "the device and its sub-devices have the same limits, so an object that one of a context's devices " +
		"can use, all can use; what none can use is refused when it is made",
		commands, pattern(`MISALIGNED_SUB_BUFFER_OFFSET|INVALID_IMAGE_SIZE|IMAGE_FORMAT_NOT_SUPPORTED`)},

	{"supported", "the device has what the code says is missing: images, pipes, sub-groups, all kinds of shared " +
		"virtual memory, intermediate language, compiler, linker, native kernels, timers, replaceable default " +
		"queues, all properties of queues and command-buffers that exist",
		everyFunction, pattern(`(COMPILER|LINKER|DEVICE)_NOT_AVAILABLE`)},
	{"supported", "", named(`CreateImage.*|CreateBuffer(WithProperties)?|CreatePipe|CreateSampler.*|` +
		`CreateProgramWithIL(KHR)?|EnqueueNDRangeKernel|EnqueueTask|EnqueueNativeKernel|EnqueueSVM\w+|` +
		`GetDeviceAndHostTimer|GetKernelSubGroupInfo(KHR)?|GetKernelSuggestedLocalWorkSize(KHR)?|` +
		`SetDefaultDeviceCommandQueue|SetKernelArg\w+|SetKernelExecInfo|` +
		`SetProgramSpecializationConstant|SetCommandQueueProperty`), pattern(`INVALID_OPERATION`)},
	{"supported", "", named(`CreateCommandBufferKHR`), pattern(`INVALID_PROPERTY`)},
	{"supported", "", named(`EnqueueCommandBufferKHR`), pattern(`INCOMPATIBLE_COMMAND_QUEUE_KHR`)},
	{"supported", "", named(`CreateCommandQueue|SetCommandQueueProperty`), pattern(`INVALID_QUEUE_PROPERTIES`)},

	{"no parameter", "the specification lists the codes of two functions together, and this one lacks what the " +
		"code is about",
		named(`CreateBuffer|CreateImage`), pattern(`INVALID_DEVICE|INVALID_PROPERTY`)},

	{"hidden", "whenever its condition holds, so does that of a code before it in the specification's order: a " +
		"work-item size over the limit makes a work-group over the limit, no name of a built-in kernel is valid, no " +
		"program has destructors, and a program is made only with binaries for all of its devices",
		commands, pattern(`INVALID_WORK_ITEM_SIZE`)},
	{"hidden", "", named(`CreateProgramWithBuiltInKernels`), pattern(`INVALID_DEVICE`)},
	{"hidden", "", named(`SetProgramReleaseCallback`), pattern(`INVALID_VALUE`)},
	{"hidden", "", named(`BuildProgram`), pattern(`INVALID_BINARY`)},

	{"recorded", "an update changes a command whose kernel, queue and dependencies were checked when it was recorded",
		named(`UpdateMutableCommandsKHR`),
		pattern(`INVALID_(COMMAND_QUEUE|EVENT_WAIT_LIST|KERNEL|KERNEL_ARGS|PROGRAM_EXECUTABLE|WORK_DIMENSION)`)},

	{"the loader", "the platform is always there; loaders give the code where they find no driver",
		named(`GetPlatformIDs|IcdGetPlatformIDsKHR`), pattern(`PLATFORM_NOT_FOUND_KHR`)},
	{"any size", "argument sizes have no limits of their own: the decoration MaxByteOffset is ignored, as it may be",
		named(`SetKernelArg|UpdateMutableCommandsKHR`), pattern(`MAX_SIZE_RESTRICTION_EXCEEDED`)},
}
