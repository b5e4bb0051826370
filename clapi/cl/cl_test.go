package cl

import "testing"

func TestStatusNames(t *testing.T) {
	for status, want := range map[Status]string{
		Success:                            "CL_SUCCESS",
		InvalidValue:                       "CL_INVALID_VALUE",
		MisalignedSubBufferOffset:          "CL_MISALIGNED_SUB_BUFFER_OFFSET",
		PlatformNotFoundKhr:                "CL_PLATFORM_NOT_FOUND_KHR",
		-12345:                             "CL_STATUS(-12345)",
		ExecStatusErrorForEventsInWaitList: "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
	} {
		if have := status.String(); have != want {
			t.Errorf("Status(%d) is called %s, want %s", int32(status), have, want)
		}
	}
}

func TestMakeVersion(t *testing.T) {
	if have := MakeVersion(3, 0, 1); have != 3<<22|1 {
		t.Errorf("version 3.0.1 is %#x", have)
	}
	if entry := MakeNameVersion("cl_khr_icd", 7); entry.Version != 7 || string(entry.Name[:11]) != "cl_khr_icd\x00" {
		t.Errorf("bad entry %v", entry)
	}
}
