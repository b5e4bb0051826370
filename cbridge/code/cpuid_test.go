package code

import (
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// TestVectorsAsCpuidSays asks another library which instructions this processor and this system allow.
func TestVectorsAsCpuidSays(t *testing.T) {
	c, want := &cpuid.CPU, 0
	if c.Supports(cpuid.AVX2, cpuid.FMA3, cpuid.BMI1, cpuid.BMI2, cpuid.LZCNT, cpuid.POPCNT, cpuid.F16C) {
		want = 256
	}
	if want > 0 && c.Supports(cpuid.AVX512F, cpuid.AVX512VL, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512CD) {
		want = 512
	}
	if bits := VectorBits(); bits != want {
		t.Errorf("vectors of %d bits, by cpuid they have %d: %v", bits, want, c.FeatureSet())
	}
	if vnni := want == 512 && c.Supports(cpuid.AVX512VNNI); HasVNNI() != vnni {
		t.Errorf("VNNI is there: %v, by cpuid: %v", HasVNNI(), vnni)
	}
}
