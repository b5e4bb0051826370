package ir

// QueueFunction is what an OpQueue does with device queues and events: one of the built-in functions of "Enqueuing
// Kernels" (OpenCL C 3.0, section 6.15.18). Queues and events are numbers, 0 is none. Each work-item that executes the
// operation calls it by itself, in no order. The engine does them; it reads and writes the memory that pointers lead
// to.
type QueueFunction uint8

// The functions, with their operands. Those without another result give an i32, 0.
const (
	// queue (i64), flags (i32), address of an ndrange_t, number of events to wait for (i32), address of their list,
	// address for the event to return (both may be null), number of the child kernel (i32), address of the start of its
	// argument block and how many bytes that has (i32), and for each further argument the size of its local memory
	// (i32); gives the status as i32
	QueueEnqueueKernel QueueFunction = iota
	// queue, number of events, address of the list, address for the event; gives the status
	QueueEnqueueMarker
	QueueRetainEvent        // event (i64)
	QueueReleaseEvent       // event
	QueueCreateUserEvent    // gives the event as i64
	QueueIsValidEvent       // event; gives 0 or 1
	QueueSetUserEventStatus // event, status (i32)
	QueueCaptureProfiling   // event, name (i32), address
	QueueDefaultQueue       // gives the queue as i64
	// question (i32), number of the child kernel (i32), address of an ndrange_t or null; gives the answer
	QueueChildInfo
	queueFunctionCount
)

// QueueFunctionCount is the number of functions.
const QueueFunctionCount = int(queueFunctionCount)

// ChildQuestion is a question of a QueueChildInfo.
type ChildQuestion uint8

// The questions, the last two about a range.
const (
	ChildWorkGroupSize ChildQuestion = iota
	ChildPreferredMultiple
	ChildSubGroupCount
	ChildMaxSubGroupSize
	ChildQuestionCount
)

var queueFunctions = [queueFunctionCount]struct {
	name     string
	operands []Type
	variadic bool // and any number of i32 more
	result   Type
}{
	QueueEnqueueKernel:      {"enqueuekernel", []Type{I64, I32, Ptr, I32, Ptr, Ptr, I32, Ptr, I32}, true, I32},
	QueueEnqueueMarker:      {"enqueuemarker", []Type{I64, I32, Ptr, Ptr}, false, I32},
	QueueRetainEvent:        {"retainevent", []Type{I64}, false, I32},
	QueueReleaseEvent:       {"releaseevent", []Type{I64}, false, I32},
	QueueCreateUserEvent:    {"createuserevent", nil, false, I64},
	QueueIsValidEvent:       {"isvalidevent", []Type{I64}, false, I32},
	QueueSetUserEventStatus: {"setusereventstatus", []Type{I64, I32}, false, I32},
	QueueCaptureProfiling:   {"captureprofiling", []Type{I64, I32, Ptr}, false, I32},
	QueueDefaultQueue:       {"defaultqueue", nil, false, I64},
	QueueChildInfo:          {"childinfo", []Type{I32, I32, Ptr}, false, I32},
}

func queueNames() (names []string) {
	for _, f := range queueFunctions {
		names = append(names, f.name)
	}
	return names
}

// Result is the type of what a function gives.
func (q QueueFunction) Result() Type { return queueFunctions[q].result }

// String is the function's name in the text form.
func (q QueueFunction) String() string { return KindQueue.name(uint8(q)) }

// checkQueue checks the operands of an OpQueue.
func (v *verifier) checkQueue(id ValueID, in *Instr) {
	f := &queueFunctions[in.Kind]
	if len(in.Args) < len(f.operands) || len(in.Args) > len(f.operands) && !f.variadic || in.Type != f.result {
		v.fault("%%%d: queue %s with %d operands gives %s", id, f.name, len(in.Args), in.Type)
		return
	}
	for i, a := range in.Args {
		want := I32
		if i < len(f.operands) {
			want = f.operands[i]
		}
		if t := v.fn.Type(a); t != want {
			v.fault("%%%d: operand %d of queue %s is %s, not %s", id, i, f.name, t, want)
		}
	}
}
