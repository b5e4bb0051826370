package main

// probe is what an application found that went through the loader: JSON between the doctor and the process that it
// asks.
type probe struct {
	Way       string        `json:"way"`
	Error     string        `json:"error,omitempty"` // why no kernel ran
	Loader    string        `json:"loader"`
	Platforms []string      `json:"platforms"`
	Device    string        `json:"device"`
	Driver    string        `json:"driver"`
	Version   string        `json:"version"`
	Units     uint32        `json:"computeUnits"`
	Memory    uint64        `json:"memoryBytes"`
	MaxAlloc  uint64        `json:"maxAllocBytes"`
	Kernels   []probeKernel `json:"kernels"`
}

// probeKernel is how one kernel went.
type probeKernel struct {
	Name     string  `json:"name"`
	Error    string  `json:"error,omitempty"`
	BuildMS  float64 `json:"buildMs"`
	FirstMS  float64 `json:"firstLaunchMs"`
	LaunchUS float64 `json:"launchUs"`
}

// probeItems is the number of work-items of a probe's kernel, and of elements in its buffer.
const probeItems = 10_000

// probeCase is a kernel that replaces each element of a buffer, and what comes of the element i, which was i.
type probeCase struct {
	name   string
	source string
	want   func(i int32) int32
}

// groupItems is the size of groups, by which probeItems can be divided.
const groupItems = 50

var probeCases = []probeCase{
	{"integer", "kernel void integer(global int *p) { int i = get_global_id(0); p[i] = p[i] * 3 + 1; }",
		func(i int32) int32 { return i*3 + 1 }},
	{"float", "kernel void float_(global int *p) { int i = get_global_id(0);" +
		" p[i] = (int)(sqrt((float)p[i] * (float)p[i]) + 0.5f); }", func(i int32) int32 { return i }},
	{"barrier", "kernel void barrier_(global int *p) { local int t[50]; int l = get_local_id(0);" +
		" int g = get_group_id(0) * 50; t[l] = p[g + l]; barrier(CLK_LOCAL_MEM_FENCE); p[g + l] = t[49 - l]; }",
		func(i int32) int32 { return i - i%groupItems + groupItems - 1 - i%groupItems }},
	{"loop", "kernel void loop(global int *p) { int i = get_global_id(0), n = p[i] % 7, s = 0;" +
		" while (n-- > 0) { if (n == 2) continue; s += n; } p[i] = s; }", loopResult},
}

// loopResult is what the kernel loop computes.
func loopResult(i int32) (sum int32) {
	for n := i%7 - 1; n >= 0; n-- {
		if n != 2 {
			sum += n
		}
	}
	return sum
}
