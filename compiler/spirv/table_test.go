package spirv

import (
	"strings"
	"testing"
)

// A row stands in the table of newer ones only as long as the generated table lacks it.
func TestNewerRowsAreNewer(t *testing.T) {
	for line := range strings.Lines(newerLines) {
		number, _, _ := strings.Cut(line, " ")
		if strings.Contains("\n"+instructionLines, "\n"+number+" ") {
			t.Errorf("the generated table has %s", line)
		}
	}
	for line := range strings.Lines(newerEnumLines) {
		kind, rest, _ := strings.Cut(line, " ")
		number, _, _ := strings.Cut(rest, " ")
		if strings.Contains("\n"+enumLines, "\n"+kind+" "+number+" ") {
			t.Errorf("the generated table has %s", line)
		}
	}
}

func TestCapabilitiesAreKnown(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range Capabilities() {
		if row.Number() == 0 && row.Name != "Matrix" {
			t.Errorf("there is no capability %s", row.Name)
		}
		if seen[row.Name] || (row.Support == Refuses) == (row.Reason == "") {
			t.Errorf("%s has two rows, or a reason where none is wanted, or none where one is", row.Name)
		}
		seen[row.Name] = true
	}
}

// assembly makes words of instructions: each is an opcode and its operands.
type assembly []uint32

func newAssembly(bound uint32) assembly {
	return assembly{magic, 0x00010400, 0, bound, 0}
}

func (a *assembly) add(op Opcode, words ...uint32) {
	*a = append(append(*a, uint32(len(words)+1)<<16|uint32(op)), words...)
}

func (a assembly) bytes() []byte {
	var code []byte
	for _, w := range a {
		code = append(code, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
	}
	return code
}

// The ids of the module that faults are put into.
const (
	idVoid = iota + 1
	idInt
	idLong
	idFloat
	idBool
	idPointer
	idFunction
	idKernel
	idParameter
	idEntry
	idZero
	idFree // and those that follow
	idOne  = 39
)

// faulty is a module with a kernel: declare adds declarations, and body the instructions of the kernel's first block.
func faulty(declare, body func(a *assembly)) []byte {
	a := newAssembly(40)
	a.add(OpCapability, 6)
	a.add(OpCapability, 4)
	a.add(OpCapability, 11)
	a.add(OpMemoryModel, 2, 2)
	a.add(OpEntryPoint, 6, idKernel, 'k')
	a.add(OpTypeVoid, idVoid)
	a.add(OpTypeInt, idInt, 32, 0)
	a.add(OpTypeInt, idLong, 64, 0)
	a.add(OpTypeFloat, idFloat, 32)
	a.add(OpTypeBool, idBool)
	a.add(OpTypePointer, idPointer, StorageCrossWorkgroup, idInt)
	a.add(OpTypeFunction, idFunction, idVoid, idPointer)
	a.add(OpConstant, idInt, idZero, 0)
	if declare != nil {
		declare(&a)
	}
	a.add(OpFunction, idVoid, idKernel, 0, idFunction)
	a.add(OpFunctionParameter, idPointer, idParameter)
	a.add(OpLabel, idEntry)
	if body != nil {
		body(&a)
	}
	a.add(OpReturn)
	a.add(OpFunctionEnd)
	return a.bytes()
}

func TestSoundModule(t *testing.T) {
	if _, err := Parse(faulty(nil, nil)); err != nil {
		t.Fatal(err)
	}
}

// TestFaults: each fault is reported with the word and the instruction.
func TestFaults(t *testing.T) {
	type add = func(a *assembly)
	for name, c := range map[string]struct {
		declare, body add
		want          string
	}{
		"defined twice": {declare: func(a *assembly) { a.add(OpTypeInt, idInt, 16, 0) },
			want: "OpTypeInt: id %2 is defined twice"},
		"float of 8 bits": {declare: func(a *assembly) { a.add(OpExecutionMode, idKernel, ModeRoundingModeRTZ, 8) },
			want: "OpExecutionMode: there are no floats of 8 bits"},
		"mode without a width": {declare: func(a *assembly) { a.add(OpExecutionMode, idKernel, ModeRoundingModeRTE) },
			want: "OpExecutionMode: operands are missing"},
		"two roundings": {declare: func(a *assembly) {
			a.add(OpExecutionMode, idKernel, ModeRoundingModeRTZ, 32)
			a.add(OpExecutionMode, idKernel, ModeRoundingModeRTE, 64)
			a.add(OpExecutionMode, idKernel, ModeRoundingModeRTE, 32)
		}, want: "floats of 32 bits have the mode RoundingModeRTZ already"},
		"denormals kept and flushed": {declare: func(a *assembly) {
			a.add(OpExecutionMode, idKernel, ModeDenormFlushToZero, 16)
			a.add(OpExecutionMode, idKernel, ModeDenormPreserve, 16)
		}, want: "floats of 16 bits have the mode DenormFlushToZero already"},
		"function that rounds up": {declare: func(a *assembly) {
			a.add(OpDecorate, idKernel, DecorationFunctionRounding, 32, roundingRTP)
		}, want: "FunctionRoundingModeINTEL: rounding up or down"},
		"fast mathematics of integers": {declare: func(a *assembly) {
			a.add(OpExecutionModeId, idKernel, ModeFPFastMathDefault, idInt, idZero)
		}, want: "OpExecutionModeId: %2 is no type of floats"},
		"fast mathematics without a constant": {declare: func(a *assembly) {
			a.add(OpExecutionModeId, idKernel, ModeFPFastMathDefault, idFloat, idInt)
		}, want: "%2 is no constant"},
		"transformations alone": {declare: func(a *assembly) {
			a.add(OpConstant, idInt, idFree, FastTransform)
			a.add(OpExecutionModeId, idKernel, ModeFPFastMathDefault, idFloat, idFree)
		}, want: "AllowTransform stands without"},
		"unknown type": {declare: func(a *assembly) { a.add(OpTypeArray, idFree, 30, idZero) },
			want: "OpTypeArray: %30 is no type"},
		"huge array": {declare: func(a *assembly) {
			a.add(OpConstant, idLong, idFree, 0, 1<<20)
			a.add(OpTypeArray, idFree+1, idInt, idFree)
		}, want: "OpTypeArray: an array of"},
		"empty array": {declare: func(a *assembly) { a.add(OpTypeArray, idFree, idInt, idZero) },
			want: "an array of 0 elements"},
		"own member": {declare: func(a *assembly) { a.add(OpTypeStruct, idFree, idFree) },
			want: "OpTypeStruct: %12 is no type"},
		"five elements": {declare: func(a *assembly) { a.add(OpTypeVector, idFree, idInt, 5) }, want: "a vector of 5"},
		"pointer that is never defined": {declare: func(a *assembly) { a.add(OpTypeForwardPointer, idFree, 5) },
			want: "declared and never defined"},
		"refused capability": {declare: func(a *assembly) { a.add(OpCapability, 1) },
			want: "OpCapability: capability Shader"},
		"unknown capability": {declare: func(a *assembly) { a.add(OpCapability, 9999) },
			want: "the capability 9999 is not supported"},
		"unknown instruction": {declare: func(a *assembly) { a.add(999) }, want: "Op999: there is no such instruction"},
		"id out of bounds": {declare: func(a *assembly) { a.add(OpTypeArray, 99, idInt, idZero) },
			want: "the module's bound is 40"},
		"too many words": {declare: func(a *assembly) { a.add(OpTypeVoid, idFree, 1) },
			want: "OpTypeVoid: 1 words too many"},
		"text without end": {declare: func(a *assembly) { a.add(OpName, idInt, 0x41414141) },
			want: "OpName: a string has no end"},
		"long literal": {declare: func(a *assembly) { a.add(OpConstant, idInt, idFree, 1, 2) },
			want: "a literal of 2 words"},
		"other types": {body: func(a *assembly) { a.add(OpIAdd, idLong, idFree, idZero, idZero) },
			want: "OpIAdd: operand 0 is not of the result's type"},
		"used before": {body: func(a *assembly) { a.add(OpIAdd, idInt, idFree, idFree+1, idZero) },
			want: "OpIAdd: %13 is no value"},
		"branch to itself": {body: func(a *assembly) {
			a.add(OpBranch, idEntry)
			a.add(OpLabel, idFree)
		}, want: "OpBranch: it leads to the function's first block"},
		"branch to no label": {body: func(a *assembly) {
			a.add(OpBranch, idInt)
			a.add(OpLabel, idFree)
		}, want: "OpBranch: %2 is no label of this function"},
		"value of one way only": {body: func(a *assembly) {
			a.add(OpUndef, idBool, idFree)
			a.add(OpBranchConditional, idFree, idFree+1, idFree+2)
			a.add(OpLabel, idFree+1)
			a.add(OpIAdd, idInt, idFree+3, idZero, idZero)
			a.add(OpBranch, idFree+2)
			a.add(OpLabel, idFree+2)
			a.add(OpStore, idParameter, idFree+3)
		}, want: "OpStore: %15 is not defined on every way here"},
		"phi without a value": {body: func(a *assembly) {
			a.add(OpBranch, idFree)
			a.add(OpLabel, idFree)
			a.add(OpPhi, idInt, idFree+1)
		}, want: "OpPhi: there is no value for block %10"},
		"recursion": {body: func(a *assembly) { a.add(OpFunctionCall, idVoid, idFree, idKernel, idParameter) },
			want: "the function calls itself"},
		"recursion by a pointer": {declare: func(a *assembly) {
			a.add(OpCapability, capabilityFunctionPointers)
			a.add(OpTypePointer, idFree, storageCode, idFunction)
			a.add(OpConstantFunctionPointerINTEL, idFree, idFree+1, idKernel)
		}, body: func(a *assembly) { a.add(OpFunctionPointerCallINTEL, idVoid, idFree+2, idFree+1, idParameter) },
			want: "the function calls itself, or may do so by a pointer to a function"},
		"pointer to a function": {declare: func(a *assembly) { a.add(OpTypePointer, idFree, storageCode, idFunction) },
			want: "OpTypePointer: a pointer to a function, but the capability FunctionPointersINTEL is not declared"},
		"pointer to no function": {declare: func(a *assembly) {
			a.add(OpCapability, capabilityFunctionPointers)
			a.add(OpTypePointer, idFree, storageCode, idFunction)
			a.add(OpConstantFunctionPointerINTEL, idFree, idFree+1, idInt)
		}, want: "OpConstantFunctionPointerINTEL: %2 is no function"},
		"number that is called": {body: func(a *assembly) { a.add(OpFunctionPointerCallINTEL, idVoid, idFree, idZero) },
			want: "OpFunctionPointerCallINTEL: operand 0 is no pointer"},
		"load of a function": {declare: func(a *assembly) {
			a.add(OpCapability, capabilityFunctionPointers)
			a.add(OpTypePointer, idFree, storageCode, idFunction)
			a.add(OpConstantFunctionPointerINTEL, idFree, idFree+1, idKernel)
		}, body: func(a *assembly) { a.add(OpPtrAccessChain, idFree, idFree+2, idFree+1, idZero) },
			want: "OpPtrAccessChain: "},
		"nothing to continue": {declare: func(a *assembly) { a.add(OpConstantCompositeContinuedINTEL, idZero) },
			want: "OpConstantCompositeContinuedINTEL: it does not follow an instruction"},
		"gather by a pointer": {body: func(a *assembly) {
			a.add(OpMaskedGather, idInt, idFree, idParameter, 4, idZero, idZero)
		}, want: "OpMaskedGatherINTEL: operand 0 is no vector of pointers"},
		"condition that is a number": {body: func(a *assembly) {
			a.add(OpPredicatedLoad, idInt, idFree, idParameter, idZero, idZero)
		}, want: "OpPredicatedLoadINTEL: the condition or the value in its place does not fit"},
		"liberties of an integer": {declare: func(a *assembly) {
			a.add(OpExecutionModeId, idKernel, ModeFPFastMathDefault, idInt, idZero)
		}, want: "OpExecutionModeId: %2 is no type of floats"},
		"matrix": {declare: func(a *assembly) {
			a.add(OpTypeVector, idFree, idFloat, 4)
			a.add(OpTypeMatrix, idFree+1, idFree, 4)
		}, want: "OpTypeMatrix: OpenCL has no matrices"},
		"wrong pointee": {body: func(a *assembly) { a.add(OpLoad, idFloat, idFree, idParameter) },
			want: "OpLoad: the pointer is to another type"},
		"large value": {
			declare: func(a *assembly) {
				a.add(OpConstant, idInt, idFree, 1<<20)
				a.add(OpTypeArray, idFree+1, idInt, idFree)
				a.add(OpTypePointer, idFree+2, StorageCrossWorkgroup, idFree+1)
				a.add(OpConstantNull, idFree+1, idFree+3)
				a.add(OpConstantNull, idFree+2, idFree+4)
			},
			body: func(a *assembly) { a.add(OpStore, idFree+4, idFree+3) },
			want: "OpStore: a value of 1048576 scalars",
		},
		"integer of 33 bits": {declare: func(a *assembly) { a.add(OpTypeInt, idFree, 33, 0) },
			want: "OpTypeInt: an integer of 33 bits, but the capability ArbitraryPrecisionIntegersINTEL is not"},
		"integer of 65 bits": {declare: func(a *assembly) { a.add(OpTypeInt, idFree, 65, 0) },
			want: "OpTypeInt: an integer of 65 bits"},
		"odd integers in OpenCL": {declare: func(a *assembly) {
			a.add(OpCapability, 5844)
			a.add(OpTypeInt, idFree, 33, 0)
			a.add(OpConstantNull, idFree, idFree+1)
		}, body: func(a *assembly) { a.add(OpBitReverse, idFree, idFree+2, idFree+1) },
			want: "OpBitReverse: it is not supported for integers of 33 bits"},
		"scope of a vote": {body: func(a *assembly) {
			a.add(OpUndef, idBool, idFree)
			a.add(OpGroupNonUniformAll, idBool, idFree+1, idOne, idFree)
		}, declare: func(a *assembly) { a.add(OpConstant, idInt, idOne, 2) },
			want: "OpGroupNonUniformAll: the scope Workgroup is not supported here; it must be Subgroup"},
		"clusters of three": {declare: func(a *assembly) { a.add(OpConstant, idInt, idOne, 3) },
			body: func(a *assembly) { a.add(OpGroupNonUniformIAdd, idInt, idFree, idOne, 3, idZero, idOne) },
			want: "OpGroupNonUniformIAdd: clusters of 3 work-items"},
		"clusters of no size": {declare: func(a *assembly) { a.add(OpConstant, idInt, idOne, 3) },
			body: func(a *assembly) { a.add(OpGroupNonUniformIAdd, idInt, idFree, idOne, 3, idZero) },
			want: "OpGroupNonUniformIAdd: the size of clusters is missing"},
		"ballot of an integer": {body: func(a *assembly) { a.add(OpSubgroupAllKHR, idBool, idFree, idZero) },
			want: "OpSubgroupAllKHR: the type of operand 0 is not bool"},
		"pipe for writing is read": {declare: func(a *assembly) { a.add(OpTypePipe, idFree, 1) },
			body: func(a *assembly) {
				a.add(OpUndef, idFree, idFree+1)
				a.add(OpReadPipe, idInt, idFree+2, idFree+1, idParameter, idZero, idZero)
			}, want: "OpReadPipe: the pipe is not for that"},
		"sub-groups of no size": {declare: func(a *assembly) { a.add(OpExecutionMode, idKernel, ModeSubgroupSize, 0) },
			want: "OpExecutionMode: it needs a number above zero"},
		"named barrier that is a number": {
			declare: func(a *assembly) { a.add(OpTypeNamedBarrier, idFree) },
			body:    func(a *assembly) { a.add(OpNamedBarrierInitialize, idInt, idFree+1, idZero) },
			want:    "OpNamedBarrierInitialize: the types do not fit",
		},
		"number that is no named barrier": {
			body: func(a *assembly) { a.add(OpMemoryNamedBarrier, idZero, idZero, idZero) },
			want: "OpMemoryNamedBarrier: operand 0 is no named barrier",
		},
		"named barrier from the host": {
			declare: func(a *assembly) {
				a.add(OpEntryPoint, 6, idFree+2, 'n')
				a.add(OpTypeNamedBarrier, idFree)
				a.add(OpTypeFunction, idFree+1, idVoid, idFree)
				a.add(OpFunction, idVoid, idFree+2, 0, idFree+1)
				a.add(OpFunctionParameter, idFree, idFree+3)
				a.add(OpLabel, idFree+4)
				a.add(OpReturn)
				a.add(OpFunctionEnd)
			},
			want: `OpEntryPoint: kernel "n" has a parameter that is a named barrier`,
		},
		"typed result of an untyped chain": {declare: func(a *assembly) { a.add(OpTypeUntypedPointer, idFree, 5) },
			body: func(a *assembly) {
				a.add(OpUndef, idFree, idFree+1)
				a.add(OpUntypedAccessChain, idPointer, idFree+2, idInt, idFree+1)
			}, want: "OpUntypedAccessChainKHR: its type is no pointer as the instruction gives"},
		"chain of nothing known": {declare: func(a *assembly) { a.add(OpTypeUntypedPointer, idFree, 5) },
			body: func(a *assembly) {
				a.add(OpUndef, idFree, idFree+1)
				a.add(OpPtrAccessChain, idPointer, idFree+2, idFree+1, idZero)
			}, want: "OpPtrAccessChain: operand 0 is an untyped pointer"},
		"variable of no type": {declare: func(a *assembly) {
			a.add(OpTypeUntypedPointer, idFree, 5)
			a.add(OpUntypedVariable, idFree, idFree+1, 5)
		}, want: "OpUntypedVariableKHR: the type of its data is missing"},
		"unknown type by value": {declare: func(a *assembly) {
			a.add(OpDecorate, idFree+3, DecorationFuncParamAttr, ParamByVal)
			a.add(OpEntryPoint, 6, idFree+2, 'n')
			a.add(OpTypeUntypedPointer, idFree, 7)
			a.add(OpTypeFunction, idFree+1, idVoid, idFree)
			a.add(OpFunction, idVoid, idFree+2, 0, idFree+1)
			a.add(OpFunctionParameter, idFree, idFree+3)
			a.add(OpLabel, idFree+4)
			a.add(OpConvertPtrToU, idInt, idFree+5, idFree+3)
			a.add(OpReturn)
			a.add(OpFunctionEnd)
		}, want: "passed by value, but its pointer is untyped, and OpConvertPtrToU at word"},
		"vector of wide integers": {declare: func(a *assembly) {
			a.add(OpCapability, capabilityAnyInteger)
			a.add(OpTypeInt, idFree, 128, 0)
			a.add(OpTypeVector, idFree+1, idFree, 2)
		}, want: "OpTypeVector: a vector of integers of 128 bits"},
		"wide function of two types": {declare: func(a *assembly) {
			a.add(OpCapability, capabilityAnyInteger)
			a.add(OpExtInstImport, idFree+4, 0x6e65704f, 0x732e4c43, 0x6474) // OpenCL.std
			a.add(OpTypeInt, idFree, 128, 0)
			a.add(OpTypeInt, idFree+1, 100, 0)
		}, body: func(a *assembly) {
			a.add(OpUndef, idFree, idFree+2)
			a.add(OpExtInst, idFree+1, idFree+3, idFree+4, 151, idFree+2)
		}, want: "OpExtInst: operand 0 is not of the result's type"},
		"wide index": {declare: func(a *assembly) {
			a.add(OpCapability, capabilityAnyInteger)
			a.add(OpTypeInt, idFree, 128, 0)
			a.add(OpConstant, idFree, idFree+1, 1, 0, 0, 0)
		}, body: func(a *assembly) { a.add(OpPtrAccessChain, idPointer, idFree+2, idParameter, idFree+1) },
			want: "OpPtrAccessChain: it is not supported for integers of 128 bits"},
		"integer of 129 bits": {declare: func(a *assembly) {
			a.add(OpCapability, capabilityAnyInteger)
			a.add(OpTypeInt, idFree, 129, 0)
		}, want: "OpTypeInt: an integer of 129 bits; there may be 128"},
		"array of unknown length": {declare: func(a *assembly) { a.add(OpTypePointer, idFree, 7, idInt) },
			body: func(a *assembly) {
				a.add(OpLoad, idInt, idFree+1, idParameter)
				a.add(OpVariableLengthArrayINTEL, idFree, idFree+2, idFree+1)
			}, want: "OpVariableLengthArrayINTEL: the length must be a constant"},
		"pipe of no packets": {declare: func(a *assembly) {
			a.add(OpTypePipeStorage, idFree)
			a.add(OpConstantPipeStorage, idFree, idFree+1, 4, 4, 0)
		}, want: "OpConstantPipeStorage: 0 packets; there may be"},
		"pipes of more than there may be": {declare: func(a *assembly) {
			a.add(OpTypePipeStorage, idFree)
			a.add(OpConstantPipeStorage, idFree, idFree+1, 1024, 4, 1<<16)
		}, want: "OpConstantPipeStorage: the pipes of the module are too large"},
		"vector at a pointer": {
			declare: func(a *assembly) { a.add(OpExtInstImport, idFree, 0x6e65704f, 0x732e4c43, 0x6474) }, // OpenCL.std
			body: func(a *assembly) {
				a.add(OpExtInst, idInt, idFree+1, idFree, 171, idParameter, idParameter, 1)
			}, want: "OpExtInst: operand 0 of vloadn, the number of elements before, is no integer"},
		"instruction of shaders": {body: func(a *assembly) { a.add(OpDPdx, idFloat, idFree, idZero) },
			want: "OpDPdx: the instruction is not"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(faulty(c.declare, c.body))
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "word") {
				t.Errorf("the error is %v, not %q", err, c.want)
			}
		})
	}
}

// A tree of empty structures has a node for each path, of which there may be many.
func TestEmptyStructuresOfMany(t *testing.T) {
	a := newAssembly(400)
	a.add(OpCapability, 6)
	a.add(OpMemoryModel, 2, 2)
	a.add(OpTypeStruct, 1)
	for i := uint32(2); i < 200; i++ {
		a.add(OpTypeStruct, i, i-1, i-1)
	}
	a.add(OpTypeVoid, 300)
	a.add(OpTypeFunction, 301, 300)
	a.add(OpConstantNull, 199, 302)
	a.add(OpFunction, 300, 303, 0, 301)
	a.add(OpLabel, 304)
	a.add(OpCopyObject, 199, 305, 302)
	a.add(OpReturn)
	a.add(OpFunctionEnd)
	if _, err := Parse(a.bytes()); err == nil || !strings.Contains(err.Error(), "OpCopyObject") {
		t.Errorf("the error is %v", err)
	}
}
