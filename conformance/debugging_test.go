package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDebuggingSwitches sets every switch that shows the compiler's work, around a program that runs kernels.
func TestDebuggingSwitches(t *testing.T) {
	icd := driver(t)
	program := compile(t, "kernels/early_return.c")
	pages := filepath.Join(t.TempDir(), "pages")
	t.Setenv("HEDDLE_DUMP", "lcssa,asm")
	t.Setenv("HEDDLE_HTML", pages)
	t.Setenv("HEDDLE_VERIFY", "passes")
	t.Setenv("HEDDLE_PASSES_OFF", "licm")
	out := run(t, icd, program)
	require.Contains(t, out, "IR after lcssa")
	require.NotContains(t, out, "IR after licm")
	require.Contains(t, out, "bytes of code, frame of")
	entries, err := os.ReadDir(pages)
	require.NoError(t, err)
	require.NotEmpty(t, entries)
}

// TestGuardedBuffers: overruns of buffers are faults if the environment asks for it.
func TestGuardedBuffers(t *testing.T) {
	program := compile(t, "host/process/guard.c")
	for _, setting := range []string{"HEDDLE_ISA=avx2", "HEDDLE_EXEC=interp"} {
		ended := finish(t, append(vendors(t), "HEDDLE_GUARD=1", setting), program)
		requireEnd(t, ended, 0, 0)
	}
}

// tracedLines are the lines of host/process/trace.c that tell what is peculiar to a kind of call. H is a handle or a
// pointer, N the largest size of a buffer; the thread's number is left out.
var tracedLines = []string{
	"clGetDeviceIDs(platform=H, device_type=CL_DEVICE_TYPE_ALL, num_entries=1, devices=H, num_devices=NULL) = " +
		"CL_SUCCESS; devices=[H]",
	"clCreateContext(properties=NULL, num_devices=1, devices=[H], pfn_notify=NULL, user_data=NULL, errcode_ret=H) = H",
	"clCreateCommandQueueWithProperties(context=H, device=H, " +
		"properties=[CL_QUEUE_PROPERTIES=CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE], errcode_ret=H) = H",
	"clCreateImage(context=H, flags=CL_MEM_READ_ONLY, image_format={CL_RGBA, CL_UNORM_INT8}, " +
		"image_desc={image_type=CL_MEM_OBJECT_IMAGE2D, image_width=8, image_height=4, image_depth=0, " +
		"image_array_size=0, image_row_pitch=0, image_slice_pitch=0, num_mip_levels=0, num_samples=0, " +
		"mem_object=NULL}, host_ptr=NULL, errcode_ret=H) = H",
	"clCreateBuffer(context=H, flags=0, size=0, host_ptr=H, errcode_ret=H) = NULL CL_INVALID_BUFFER_SIZE: " +
		"size is 0, not in 1 to N",
	"clCreateKernel(program=H, kernel_name=H (unreadable), errcode_ret=NULL) = NULL CL_OUT_OF_RESOURCES: a call " +
		"failed; if no pointer of the application leads near address 0, please report it",
	"clEnqueueMarkerWithWaitList(command_queue=H, num_events_in_wait_list=2, event_wait_list=H (unreadable), " +
		"event=NULL) = CL_OUT_OF_RESOURCES: a call failed; if no pointer of the application leads near address 0, " +
		"please report it",
	"clRetainEvent(event=H) = CL_INVALID_EVENT: event is not a valid event",
	"clGetPipeInfo(pipe=H, param_name=CL_PIPE_PACKET_SIZE, param_value_size=0, param_value=NULL, " +
		"param_value_size_ret=NULL) = CL_INVALID_MEM_OBJECT: memory object is not a valid memory object",
	`clBuildProgram(program=H, num_devices=1, device_list=[H], options="-DA=1", pfn_notify=NULL, user_data=NULL) = ` +
		"CL_SUCCESS",
	`clCreateKernel(program=H, kernel_name="k", errcode_ret=H) = H`,
	"clSetKernelArg(kernel=H, arg_index=0, arg_size=8, arg_value={H}) = CL_SUCCESS",
	"clSetKernelArg(kernel=H, arg_index=1, arg_size=8, arg_value={H}) = CL_INVALID_ARG_SIZE: kernel k, argument 1 " +
		"(float b): arg_size is 8, not 4",
	"clEnqueueNDRangeKernel(command_queue=H, kernel=H, work_dim=2, global_work_offset=NULL, global_work_size=[8, 4], " +
		"local_work_size=[4, 2], num_events_in_wait_list=0, event_wait_list=NULL, event=H) = CL_SUCCESS; event=H",
	`clGetExtensionFunctionAddressForPlatform(platform=H, func_name="clMemFreeINTEL") = H`,
	"clSharedMemAllocINTEL(context=H, device=H, " +
		"properties=[CL_MEM_ALLOC_FLAGS_INTEL=CL_MEM_ALLOC_WRITE_COMBINED_INTEL], size=64, alignment=0, " +
		"errcode_ret=H) = H",
	"clMemFreeINTEL(context=H, ptr=H) = CL_SUCCESS",
	"clSVMAlloc(context=H, flags=CL_MEM_READ_WRITE|CL_MEM_SVM_FINE_GRAIN_BUFFER, size=64, alignment=0) = H",
	"clEnqueueSVMMemFill(command_queue=H, svm_ptr=H, pattern={0x0}, pattern_size=4, size=64, " +
		"num_events_in_wait_list=0, event_wait_list=NULL, event=NULL) = CL_SUCCESS",
	"clSVMFree(context=H, svm_pointer=H)",
	"clWaitForEvents(num_events=1, event_list=[H]) has not returned yet",
	"clSetUserEventStatus(event=H, execution_status=CL_COMPLETE) = CL_SUCCESS",
	"clWaitForEvents(num_events=1, event_list=[H]) = CL_SUCCESS",
}

func TestTraceOfCalls(t *testing.T) {
	icd := driver(t)
	program := compile(t, "host/process/trace.c")
	require.NotContains(t, run(t, icd, compile(t, "queue/queues.c")), "heddle: [")
	t.Setenv("HEDDLE_TRACE", "api")
	out := "\n" + run(t, icd, program)
	for pattern, plain := range map[string]string{`\nheddle: \[\d+\] `: "\n", `\b0x([1-9a-f][0-9a-f]*)\b`: "H",
		`1 to \d+`: "1 to N"} {
		out = regexp.MustCompile(pattern).ReplaceAllString(out, plain)
	}
	for _, line := range tracedLines {
		assert.Contains(t, out, "\n"+line+"\n")
	}
}

// TestTraceOfGarbage: what the trace reads ends no process, and changes no answer.
func TestTraceOfGarbage(t *testing.T) {
	icd := driver(t)
	sources, err := filepath.Glob("bad_input/*.c")
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	t.Setenv("HEDDLE_TRACE", "api")
	for _, source := range append(sources, "svm/unified.c", "device/missing.c", "events/events.c") {
		t.Run(source, func(t *testing.T) { require.Contains(t, run(t, icd, compile(t, source)), "heddle: [") })
	}
}

// TestTraceOfTimes: the kernels that ran are listed when the process ends, also one that ends by exit in main.
func TestTraceOfTimes(t *testing.T) {
	icd := driver(t)
	program := compile(t, "kernels/early_return.c")
	t.Setenv("HEDDLE_TRACE", "time")
	out := run(t, icd, program)
	require.Regexp(t, regexp.MustCompile(`heddle: kernels took [0-9.]+ ms of the [0-9.]+ ms`), out)
	require.Regexp(t, regexp.MustCompile(`(?m)^heddle: +[0-9.]+% +[0-9.]+ +[1-9][0-9]* .* [1-9][0-9]*  \w+$`), out)
}
