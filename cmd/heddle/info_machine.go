//go:build cgo && linux && amd64

package main

/*
#include <gnu/libc-version.h>
*/
import "C"

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/unix"

	"heddle/cbridge/code"
	"heddle/cbridge/machine"
	"heddle/clapi"
)

// machineFacts are the library's facts about this machine, beside those of cpuid and the system.
func machineFacts() (head string, facts []fact, features []string) {
	var system unix.Utsname
	if unix.Uname(&system) != nil {
		system.Release[0] = '?'
	}
	head = fmt.Sprintf("Heddle %s, %s, Linux %s, glibc %s", clapi.DriverVersion, runtime.Version(),
		unix.ByteSliceToString(system.Release[:]), C.GoString(C.gnu_get_libc_version()))
	m, c := machine.This(), &cpuid.CPU
	facts = append(processorFacts(&m, c), memoryFacts(&m, c)...)
	return head, append(facts, shareFacts(&m, c)...), c.FeatureSet()
}

// processorFacts are about instructions and their costs.
func processorFacts(m *machine.Facts, c *cpuid.CPUInfo) []fact {
	family := fmt.Sprintf("%s, family %d, model %d, stepping %d", c.VendorString, c.Family, c.Model, c.Stepping)
	return []fact{
		{"processor", m.Name, strings.Join(strings.Fields(c.BrandName), " ")},
		{"maker", fmt.Sprintf("PCI vendor %#x", m.VendorID), ""},
		{"", "", family},
		{"hypervisor", "", c.HypervisorVendorString},
		{"code is tuned for", kind(machine.IsZen()), kind(isZen(c))},
		{"vectors", fmt.Sprintf("%d bits", code.VectorBits()), fmt.Sprintf("%d bits", vectorBitsOf(c))},
		{"AVX-512 VNNI", yes(code.HasVNNI()), yes(vectorBitsOf(c) == 512 && c.Supports(cpuid.AVX512VNNI))},
		{"clock", fmt.Sprintf("%d MHz", m.ClockMHz), ""},
	}
}

// memoryFacts are about caches and memory.
func memoryFacts(m *machine.Facts, c *cpuid.CPUInfo) []fact {
	cache := c.Cache
	levels := strings.Join([]string{sizeText(cache.L1D), sizeText(cache.L2), sizeText(cache.L3)}, ", ")
	return []fact{
		{"largest data cache", sizeText(int(m.CacheBytes)), sizeText(max(cache.L1D, cache.L2, cache.L3))},
		{"L1 data, L2, L3", "", levels},
		{"cache line", sizeText(int(m.CacheLineBytes)), sizeText(c.CacheLine)},
		{"memory", bytesText(m.MemoryBytes), ""},
		{"largest buffer", bytesText(m.MaxAllocBytes), ""},
	}
}

// shareFacts are about how much of the machine the process may use.
func shareFacts(m *machine.Facts, c *cpuid.CPUInfo) []fact {
	limits, cpus := machine.ReadLimits(), allowed()
	quota := limitText(limits.CPUs, uint64(len(cpus)), func(n uint64) string { return fmt.Sprint(n) })
	memory := limitText(limits.MemoryBytes, m.MemoryBytes, bytesText)
	logical := fmt.Sprintf("%d in a package, %d to a core", c.LogicalCores, c.ThreadsPerCore)
	return []fact{
		{"compute units", fmt.Sprint(m.ComputeUnits), ""},
		{"logical processors", "", logical},
		{"CPU mask", "", ranges(cpus)},
		{"control group: CPUs", quota, ""},
		{"control group: memory", memory, ""},
	}
}

// allowed lists the processors in the mask of the process.
func allowed() (cpus []int) {
	var mask unix.CPUSet
	if unix.SchedGetaffinity(0, &mask) != nil {
		return nil
	}
	for cpu := range len(mask) * 64 {
		if mask.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}

func isZen(c *cpuid.CPUInfo) bool {
	return (c.VendorID == cpuid.AMD || c.VendorID == cpuid.Hygon) && c.Family >= 0x17
}

// vectorBitsOf is code.VectorBits by cpuid's account.
func vectorBitsOf(c *cpuid.CPUInfo) int {
	switch {
	case !c.Supports(cpuid.AVX2, cpuid.FMA3, cpuid.BMI1, cpuid.BMI2, cpuid.LZCNT, cpuid.POPCNT, cpuid.F16C):
		return 0
	case c.Supports(cpuid.AVX512F, cpuid.AVX512VL, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512CD):
		return 512
	}
	return 256
}

// sizeText writes a size that is 0 or -1 if it is not known.
func sizeText(size int) string {
	if size <= 0 {
		return ""
	}
	return bytesText(uint64(size))
}

func kind(zen bool) string {
	if zen {
		return "zen"
	}
	return "intel"
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
