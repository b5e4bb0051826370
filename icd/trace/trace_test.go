package trace

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"heddle/clapi/cl"
)

// addressOf is where Go's garbage collector leaves an object until the end of the test.
func addressOf[T any](t *testing.T, value *T) uint64 {
	var pin runtime.Pinner
	pin.Pin(value)
	t.Cleanup(pin.Unpin)
	return uint64(uintptr(unsafe.Pointer(value)))
}

func stringOf(t *testing.T, text string) uint64 {
	data := append([]byte(text), 0)
	return addressOf(t, &data[0])
}

func numberOf(t *testing.T, name string) int {
	t.Helper()
	for i, point := range cl.EntryPoints {
		if point.Name == name {
			return i
		}
	}
	t.Fatal(name)
	return 0
}

const thread = 7

// made is a call with its result, and what the driver says of it.
type made struct {
	name      string
	arguments []uint64
	result    uint64
	inside    func(*Tracer)
}

// line is what is printed of a call.
func (m made) line(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	tracer := New(&out)
	depth := tracer.Begin(thread, numberOf(t, m.name), m.arguments)
	if m.inside != nil {
		m.inside(tracer)
	}
	tracer.End(thread, depth, m.result)
	line, isWhole := strings.CutSuffix(out.String(), "\n")
	if !isWhole || strings.Contains(line, "\n") {
		t.Errorf("not a line: %q", line)
	}
	return strings.TrimPrefix(line, "heddle: [7] ")
}

func status(s cl.Status) uint64 { return uint64(int64(s)) }

func fails(s cl.Status, reason string) func(*Tracer) {
	return func(t *Tracer) { t.Fail(thread, s, reason) }
}

func answers(size int) func(*Tracer) { return func(t *Tracer) { t.Answered(thread, size) } }

const nowhere = 0x123456789000

func TestLines(t *testing.T) {
	sizes := addressOf(t, &[3]uint64{64, 32, 1})
	events := addressOf(t, &[10]uint64{0x7f0000000100, 0, 0x7f0000000300})
	event := addressOf(t, &[1]uint64{0x7f0000000440})
	count := addressOf(t, &[1]uint32{3})
	number, text := addressOf(t, &[2]uint32{42, 1}), stringOf(t, "a \"name\"\n")
	strings := addressOf(t, &[2]uint64{stringOf(t, "kernel"), stringOf(t, "void k")})
	lengths := addressOf(t, &[2]uint64{0, 4})
	properties := addressOf(t, &[5]uint64{cl.QueueProperties, 3, 0x5555, 9, 0})
	format := addressOf(t, &[2]uint32{cl.Rgba, cl.UnormInt8})
	region := addressOf(t, &[2]uint64{128, 256})
	failed := addressOf(t, &[1]int32{int32(cl.InvalidBufferSize)})
	hex := func(addr uint64) string { return fmt.Sprintf("%#x", addr) }
	for _, c := range []struct {
		made
		want string
	}{
		{made{"clCreateBuffer", []uint64{0x7f0000000080, 33, 4096, nowhere, 16}, 0x7f00000000c0, nil},
			"clCreateBuffer(context=0x7f0000000080, flags=CL_MEM_READ_WRITE|CL_MEM_COPY_HOST_PTR, size=4096, " +
				"host_ptr=0x123456789000, errcode_ret=0x10) = 0x7f00000000c0"},
		{made{"clCreateBuffer", []uint64{0, 1 << 40, 0, 0, 0}, 0, fails(cl.InvalidContext, "context is\nnone")},
			"clCreateBuffer(context=NULL, flags=0x10000000000, size=0, host_ptr=NULL, errcode_ret=NULL) = NULL " +
				"CL_INVALID_CONTEXT: context is none"},
		{made{"clCreateBuffer", []uint64{0, 0, 0, 0, failed}, 0, nil},
			"clCreateBuffer(context=NULL, flags=0, size=0, host_ptr=NULL, errcode_ret=" + hex(failed) +
				") = NULL CL_INVALID_BUFFER_SIZE"},
		{made{"clCreateSubBuffer", []uint64{1, 0, cl.BufferCreateTypeRegion, region, 0}, 64, nil},
			"clCreateSubBuffer(buffer=0x1, flags=0, buffer_create_type=CL_BUFFER_CREATE_TYPE_REGION, " +
				"buffer_create_info={origin=128, size=256}, errcode_ret=NULL) = 0x40"},
		{made{"clEnqueueNDRangeKernel", []uint64{1, 2, 2, 0, sizes, nowhere, 10, events, event}, 0, nil},
			"clEnqueueNDRangeKernel(command_queue=0x1, kernel=0x2, work_dim=2, global_work_offset=NULL, " +
				"global_work_size=[64, 32], local_work_size=0x123456789000 (unreadable), " +
				"num_events_in_wait_list=10, event_wait_list=[0x7f0000000100, NULL, 0x7f0000000300, NULL, NULL, " +
				"NULL, NULL, NULL, …], event=" + hex(event) + ") = CL_SUCCESS; event=0x7f0000000440"},
		{made{"clEnqueueCopyBufferRect", []uint64{1, 2, 3, sizes, sizes, 0, 0, 0, 0, 0, 0, 0, 0},
			status(cl.InvalidValue), fails(cl.InvalidValue, "region is null")},
			"clEnqueueCopyBufferRect(command_queue=0x1, src_buffer=0x2, dst_buffer=0x3, src_origin=[64, 32, 1], " +
				"dst_origin=[64, 32, 1], region=NULL, src_row_pitch=0, src_slice_pitch=0, dst_row_pitch=0, " +
				"dst_slice_pitch=0, num_events_in_wait_list=0, event_wait_list=NULL, event=NULL) = " +
				"CL_INVALID_VALUE: region is null"},
		{made{"clSetKernelArg", []uint64{1, 0, 8, number}, 0, nil},
			"clSetKernelArg(kernel=0x1, arg_index=0, arg_size=8, arg_value={0x10000002a}) = CL_SUCCESS"},
		{made{"clSetKernelArg", []uint64{1, 0, 12, sizes}, 0, nil},
			"clSetKernelArg(kernel=0x1, arg_index=0, arg_size=12, " +
				"arg_value={40 00 00 00 00 00 00 00 20 00 00 00}) = CL_SUCCESS"},
		{made{"clCreateKernel", []uint64{1, text, 0}, 2, nil},
			`clCreateKernel(program=0x1, kernel_name="a \"name\"\n", errcode_ret=NULL) = 0x2`},
		{made{"clCreateProgramWithSource", []uint64{1, 2, strings, lengths, 0}, 2, nil},
			`clCreateProgramWithSource(context=0x1, count=2, strings=["kernel", "void"], lengths=[0, 4], ` +
				`errcode_ret=NULL) = 0x2`},
		{made{"clCreateCommandQueueWithProperties", []uint64{1, 2, properties, 0}, 2, nil},
			"clCreateCommandQueueWithProperties(context=0x1, device=0x2, properties=[CL_QUEUE_PROPERTIES=" +
				"CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE|CL_QUEUE_PROFILING_ENABLE, 0x5555=9], errcode_ret=NULL) = 0x2"},
		{made{"clCreateImage", []uint64{1, 4, format, 16, 0, 0}, 2, nil},
			"clCreateImage(context=0x1, flags=CL_MEM_READ_ONLY, image_format={CL_RGBA, CL_UNORM_INT8}, " +
				"image_desc=0x10 (unreadable), host_ptr=NULL, errcode_ret=NULL) = 0x2"},
		{made{"clGetDeviceIDs", []uint64{1, 0xffffffff, 9, events, count}, 0, answers(1)},
			"clGetDeviceIDs(platform=0x1, device_type=CL_DEVICE_TYPE_ALL, num_entries=9, devices=" + hex(events) +
				", num_devices=" + hex(count) + ") = CL_SUCCESS; devices=[0x7f0000000100], num_devices=3"},
		{made{"clGetDeviceInfo", []uint64{1, cl.DeviceName, 99, text, 0}, 0, answers(10)},
			"clGetDeviceInfo(device=0x1, param_name=CL_DEVICE_NAME, param_value_size=99, param_value=" + hex(text) +
				`, param_value_size_ret=NULL) = CL_SUCCESS; param_value="a \"name\"\n"`},
		{made{"clGetDeviceInfo", []uint64{1, cl.DeviceMaxWorkItemSizes, 24, sizes, 0}, 0, answers(24)},
			"clGetDeviceInfo(device=0x1, param_name=CL_DEVICE_MAX_WORK_ITEM_SIZES, param_value_size=24, param_value=" +
				hex(sizes) + ", param_value_size_ret=NULL) = CL_SUCCESS; param_value=[64, 32, 1]"},
		{made{"clGetEventInfo", []uint64{1, cl.EventCommandExecutionStatus, 4, failed, 0}, 0, answers(4)},
			"clGetEventInfo(event=0x1, param_name=CL_EVENT_COMMAND_EXECUTION_STATUS, param_value_size=4, param_value=" +
				hex(failed) + ", param_value_size_ret=NULL) = CL_SUCCESS; param_value=CL_INVALID_BUFFER_SIZE"},
		{made{"clSetUserEventStatus", []uint64{1, status(cl.OutOfResources)}, 0, nil},
			"clSetUserEventStatus(event=0x1, execution_status=CL_OUT_OF_RESOURCES) = CL_SUCCESS"},
		{made{"clSVMFree", []uint64{1, nowhere}, 0, nil}, "clSVMFree(context=0x1, svm_pointer=0x123456789000)"},
		{made{"clSVMFree", []uint64{0, 0}, 0, fails(cl.InvalidContext, "none")},
			"clSVMFree(context=NULL, svm_pointer=NULL) = CL_INVALID_CONTEXT: none"},
		{made{"clEnqueueSVMFree", []uint64{1, 2, sizes, nowhere, 0, 0, 0, 0}, 0, nil},
			"clEnqueueSVMFree(command_queue=0x1, num_svm_pointers=2, svm_pointers=[0x40, 0x20], " +
				"pfn_free_func=0x123456789000, user_data=NULL, num_events_in_wait_list=0, event_wait_list=NULL, " +
				"event=NULL) = CL_SUCCESS"},
		{made{"clEnqueueMemFillINTEL", []uint64{1, nowhere, number, 4, 64, 0, 0, 0}, 0, nil},
			"clEnqueueMemFillINTEL(command_queue=0x1, dst_ptr=0x123456789000, pattern={0x2a}, pattern_size=4, " +
				"size=64, num_events_in_wait_list=0, event_wait_list=NULL, event=NULL) = CL_SUCCESS"},
		{made{"clCreatePipe", []uint64{1, 0, 4, 4, 0, 0}, 0, nil},
			"clCreatePipe(context=0x1, flags=0, pipe_packet_size=4, pipe_max_packets=4, properties=NULL, " +
				"errcode_ret=NULL) = NULL"},
		{made{"clGetGLTextureInfo", []uint64{1, 5, 0, 0, 0}, status(cl.InvalidGlObject), nil},
			"clGetGLTextureInfo(memobj=0x1, param_name=0x5, param_value_size=0, param_value=NULL, " +
				"param_value_size_ret=NULL) = CL_INVALID_GL_OBJECT: " + cl.Missing["clGetGLTextureInfo"].Reason},
		{made{"clLinkProgram", []uint64{1, 0, 0, 0, 1, events, 0, 0, 0}, 64, fails(cl.LinkProgramFailure, "no f")},
			"clLinkProgram(context=0x1, num_devices=0, device_list=NULL, options=NULL, num_input_programs=1, " +
				"input_programs=[0x7f0000000100], pfn_notify=NULL, user_data=NULL, errcode_ret=NULL) = 0x40 " +
				"CL_LINK_PROGRAM_FAILURE: no f"},
		{made{"clUnloadCompiler", []uint64{0}, 0, nil}, "clUnloadCompiler() = CL_SUCCESS"},
	} {
		if have := c.line(t); have != c.want {
			t.Errorf("printed\n%s\nwanted\n%s", have, c.want)
		}
	}
}

// TestGarbage gives each function arguments that lead nowhere, and end in the middle of nowhere.
func TestGarbage(t *testing.T) {
	for _, point := range cl.EntryPoints {
		for _, garbage := range []uint64{0, 1, 16, 0xffffffff, nowhere, 1 << 63, ^uint64(0)} {
			arguments := make([]uint64, 16)
			for i := range arguments {
				arguments[i] = garbage
			}
			for _, result := range []uint64{0, 1, garbage, status(cl.InvalidValue)} {
				line := made{point.Name, arguments, result, answers(1 << 40)}.line(t)
				if !strings.HasPrefix(line, point.Name+"(") {
					t.Error(line)
				}
			}
		}
	}
}

// TestEndOfMemory: what lies across the end of the memory is printed as far as it is there.
func TestEndOfMemory(t *testing.T) {
	edge := edgeOfMemory(t, "endless")
	if have, want := (made{"clCreateKernel", []uint64{1, edge, 0}, 2, nil}).line(t),
		`clCreateKernel(program=0x1, kernel_name="endless", errcode_ret=NULL) = 0x2`; have != want {
		t.Error(have)
	}
	want := fmt.Sprintf("clWaitForEvents(num_events=3, event_list=%#x (unreadable)) = CL_SUCCESS", edge)
	if have := (made{"clWaitForEvents", []uint64{3, edge}, 0, nil}).line(t); have != want {
		t.Error(have)
	}
}

// TestLongLines: a line stays within what a pipe takes at once.
func TestLongLines(t *testing.T) {
	var out bytes.Buffer
	tracer := New(&out)
	depth := tracer.Begin(thread, numberOf(t, "clFinish"), []uint64{1})
	tracer.Fail(thread, cl.InvalidValue, strings.Repeat("ä", longestLine))
	tracer.End(thread, depth, status(cl.InvalidValue))
	if out.Len() > longestLine || !strings.HasSuffix(out.String(), "…\n") {
		t.Errorf("%d bytes: %q", out.Len(), out.String()[out.Len()-10:])
	}
}

// TestNestedCalls: a callback makes calls while another call is open; of those out of which it jumps nothing remains.
func TestNestedCalls(t *testing.T) {
	var out bytes.Buffer
	tracer := New(&out)
	flush, finish := numberOf(t, "clFlush"), numberOf(t, "clFinish")
	outer := tracer.Begin(thread, finish, []uint64{1})
	other := tracer.Begin(thread+1, flush, []uint64{9})
	inner := tracer.Begin(thread, flush, []uint64{2})
	tracer.Fail(thread, cl.InvalidValue, "inner")
	tracer.End(thread, inner, status(cl.InvalidValue))
	tracer.Begin(thread, flush, []uint64{3})
	tracer.End(thread, outer, 0)
	tracer.End(thread+1, other, 0)
	want := "heddle: [7] clFlush(command_queue=0x2) = CL_INVALID_VALUE: inner\n" +
		"heddle: [7] clFinish(command_queue=0x1) = CL_SUCCESS\n" +
		"heddle: [8] clFlush(command_queue=0x9) = CL_SUCCESS\n"
	if out.String() != want {
		t.Error(out.String())
	}
	if len(tracer.open) != 0 {
		t.Error(tracer.open)
	}
	tracer.Fail(thread, cl.InvalidValue, "no call")
	tracer.End(thread, 0, 0)
}

// lines passes on what is written.
type lines chan string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

func TestBlockedCallIsPrinted(t *testing.T) {
	printed := make(lines)
	tracer := New(printed)
	tracer.patience = 1
	tracer.Begin(thread, numberOf(t, "clFinish"), []uint64{1})
	if have, want := <-printed, "heddle: [7] clFinish(command_queue=0x1) has not returned yet\n"; have != want {
		t.Error(have)
	}
}

// TestFunctionsAreNumbered: C counts the functions in the order of the table.
func TestFunctionsAreNumbered(t *testing.T) {
	functions := readFunctions()
	for i, point := range cl.EntryPoints {
		if functions[i].name != point.Name {
			t.Errorf("function %d is %s, not %s", i, functions[i].name, point.Name)
		}
	}
}

// numbers are types of arguments whose values have no names; of the others, some belong to functions that are missing.
var numbers = regexp.MustCompile(`^(int|cl_u?int|cl_ulong|cl_bitfield|size_t|callback|cl_GL\w+|cl_gl_\w+|` +
	`CLegl\w+|cl_mem_advice_intel|cl_(platform_id|device_id|context|command_queue|mem|program|kernel|event|sampler|` +
	`command_buffer_khr|mutable_command_khr|semaphore_khr))$`)

func TestTypesHaveNames(t *testing.T) {
	for _, f := range New(io.Discard).functions {
		for _, p := range f.parameters {
			if isPointer(p.declared) || numbers.MatchString(p.declared) {
				continue
			}
			if known := namesOf()[p.declared]; known == nil || len(known.values) == 0 {
				t.Errorf("%s: %s %s has no names", f.name, p.declared, p.name)
			}
		}
	}
	for key, declared := range valueTypes {
		if namesOf()[declared] == nil && declared != "cl_image_format" {
			t.Errorf("%s: %s has no names", key, declared)
		}
	}
}
