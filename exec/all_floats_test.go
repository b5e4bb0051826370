package exec

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

var (
	floatsEvery = flag.Uint64("floats.every", 1<<18|1, "the step from one tried float to the next; 1: all 2^32")
	floatsOnly  = flag.String("floats.only", "", "functions to try, separated by commas; empty: all")
)

// floatFunctions are the functions of one float, with the errors in ulp that the full profile allows.
var floatFunctions = map[string]float64{
	"acos": 4, "acosh": 4, "acospi": 5, "asin": 4, "asinh": 4, "asinpi": 5, "atan": 5, "atanh": 5,
	"atanpi": 5, "cbrt": 2, "cos": 4, "cosh": 4, "cospi": 4, "erf": 16, "erfc": 16, "exp": 3,
	"exp10": 3, "exp2": 3, "expm1": 3, "log": 3, "log10": 3, "log1p": 2, "log2": 3, "rsqrt": 2,
	"sin": 4, "sinh": 4, "sinpi": 4, "sqrt": 0.5, "tan": 5, "tanh": 5, "tanpi": 6, "tgamma": 16,
}

// Each work-item computes floatsEach numbers, with the same step from each to the next, and keeps the largest error.
// What is too large for a float counts as 2^128.
const floatsEach = 1 << 10

const floatsKernel = `
float error(float got, double want) {
	if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0 : INFINITY;
	double limit = 0x1p128, g = clamp((double)got, -limit, limit), w = clamp(want, -limit, limit);
	if (fabs(w) >= 0x1.ffffffp127 && fabs(g) == limit) return 0;
	return fabs(g - w) * (w == 0 ? 0x1p149 : ldexp(1.0, 23 - max(ilogb(w), -126)));
}
kernel void k(global float *worst, ulong every, ulong first) {
	size_t i = get_global_id(0);
	float most = 0;
	for (uint j = 0; j < EACH; j++) {
		float x = as_float((uint)((first + i * EACH + j) * every));
		most = max(most, error(FUNCTION(x), FUNCTION((double)x)));
	}
	worst[i] = most;
}`

// TestFunctionsOfAllFloats compares functions of floats with those of doubles, which are within some ulp of theirs, as
// machine code. docs/notes/precision.md has the results for all floats.
func TestFunctionsOfAllFloats(t *testing.T) {
	device := strictDevice(t, 2, vectorBits())
	for name, allowed := range floatFunctions {
		if *floatsOnly != "" && !slices.Contains(strings.Split(*floatsOnly, ","), name) {
			continue
		}
		source := strings.NewReplacer("EACH", fmt.Sprint(floatsEach), "FUNCTION", name).Replace(floatsKernel)
		got := worstOfFloats(t, device, source)
		if t.Logf("%s: %.3g ulp", name, got); got > allowed {
			t.Errorf("%s: the error is %v ulp", name, got)
		}
	}
}

func worstOfFloats(t *testing.T, device *Device, source string) float64 {
	t.Helper()
	const items = 1 << 14
	k, b, most := compileKernel(t, source), newBuffer(t, items), 0.0
	total := uint64(1<<32) / *floatsEvery
	for first := uint64(0); first < total; first += items * floatsEach {
		n := min(items, (total-first+floatsEach-1)/floatsEach)
		l := kernelLaunch(k, k.Machine, n, n, uint64(b.address), *floatsEvery, first)
		if err := device.Run(l); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			most = max(most, float64(math.Float32frombits(binary.LittleEndian.Uint32(b.bytes[4*i:]))))
		}
	}
	return most
}
