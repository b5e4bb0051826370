package lower

import (
	"math"
	"testing"
)

// exactValues are doubles nearest to values computed with 60 digits or more, where Go's functions are no reference.
var exactValues = []struct {
	expression string
	x, y, want float64
}{
	{"pow(x, y)", 0x1.7cbe4fae8736ep+5, 0x1.53ae31fd34b40p+3, 0x1.1cd7f3b259f81p+59},
	{"pow(x, y)", 0x1.27f6d16f982fdp+6, 0x1.8f0d8e038bb28p+4, 0x1.d2144fe2591f6p+154},
	{"pow(x, y)", 0x1.f49384ae15d03p+6, -0x1.a117a0a753fb9p+6, 0x1.65cb696c4d471p-727},
	{"pow(x, y)", 0x1.5119bfdc38074p+1, 0x1.43f866d04ed14p+6, 0x1.1bf340b3c09d8p+113},
	{"pow(x, y)", 0x1.9ef7677e282c5p+5, -0x1.fe15a561fb3e4p+5, 0x1.b3345d0b7515bp-364},
	{"pow(x, y)", 0x1.8e4207f9db7ebp+7, -0x1.c8c0a57154860p+2, 0x1.682ed68c2fbe1p-55},
	{"pow(x, y)", 0x1.000001ad7f29bp+0, 0x1.dcd6500000000p+28, 0x1.191010bd85c79p+72},
	{"pow(x, y)", 0x0.0000000000001p-1022, 0x1.3333333333333p-2, 0x1.bdb8cdadbe161p-323},
	{"cbrt(x)", -0x0.0000000000200p-1022, 0, -0x1p-355},
	{"cbrt(x)", 0x0.0000000000001p-1022, 0, 0x1p-358},
	{"cbrt(x)", 0x1.fffffffffffffp+1023, 0, 0x1.428a2f98d728bp+341},
	{"atan2(x, y)", 1, math.Copysign(0, -1), 0x1.921fb54442d18p+0},
	{"atan2(x, y)", -1, math.Copysign(0, -1), -0x1.921fb54442d18p+0},
	{"atan2(x, y)", 0, math.Copysign(0, -1), 0x1.921fb54442d18p+1},
	{"atan2pi(x, y)", 1, math.Copysign(0, -1), 0.5},
	{"atan2pi(x, y)", 0, math.Copysign(0, -1), 1},
	{"exp10(x)", 0x1.93c0f53471d64p+7, 0x0.0p+0, 0x1.898ffb8314a7ep+670},
	{"exp10(x)", -0x1.c604b566e0840p+3, 0x0.0p+0, 0x1.d34f5542b824cp-48},
	{"exp10(x)", 0x1.4dc3772e4e7f4p+6, 0x0.0p+0, 0x1.22f2b540acbc8p+277},
	{"exp10(x)", -0x1.a342a27136320p+7, 0x0.0p+0, 0x1.8a7562896c8f8p-697},
	{"sin(x)", 0x1.0f0cf064dd592p+73, 0x0.0p+0, -0x1.b453ab76bf397p-1},
	{"cos(x)", 0x1.0f0cf064dd592p+73, 0x0.0p+0, 0x1.0be2cef01c8f4p-1},
	{"tan(x)", 0x1.0f0cf064dd592p+73, 0x0.0p+0, -0x1.a0f79c1b6b257p+0},
	{"sin(x)", 0x1.fffffffffffffp+1023, 0x0.0p+0, 0x1.452fc98b34e97p-8},
	{"cos(x)", 0x1.fffffffffffffp+1023, 0x0.0p+0, -0x1.fffe62ecfab75p-1},
	{"tan(x)", 0x1.fffffffffffffp+1023, 0x0.0p+0, -0x1.4530cfe729484p-8},
	{"sin(x)", 0x1.6ac5b262ca1ffp+849, 0x0.0p+0, 0x1.0000000000000p+0},
	{"cos(x)", 0x1.6ac5b262ca1ffp+849, 0x0.0p+0, -0x1.14ae72e6ba22fp-61},
	{"tan(x)", 0x1.6ac5b262ca1ffp+849, 0x0.0p+0, -0x1.d9ba9a7975636p+60},
	{"sin(x)", 0x1.7f7ec53a8d491p+20, 0x0.0p+0, -0x1.eacd7c60e9693p-34},
	{"cos(x)", 0x1.7f7ec53a8d491p+20, 0x0.0p+0, 0x1.0000000000000p+0},
	{"tan(x)", 0x1.7f7ec53a8d491p+20, 0x0.0p+0, -0x1.eacd7c60e9693p-34},
	{"sin(x)", 0x1.c6bf526340004p+49, 0x0.0p+0, 0x1.03ab66600ec7ap-1},
	{"cos(x)", 0x1.c6bf526340004p+49, 0x0.0p+0, -0x1.b9441c6fa0530p-1},
	{"tan(x)", 0x1.c6bf526340004p+49, 0x0.0p+0, -0x1.2d4b412fb6879p-1},
	{"sin(x)", 0x1.0000000000000p+20, 0x0.0p+0, 0x1.526ccb2fc8656p-2},
	{"cos(x)", 0x1.0000000000000p+20, 0x0.0p+0, 0x1.e33ada92fe2aep-1},
	{"tan(x)", 0x1.0000000000000p+20, 0x0.0p+0, 0x1.6692e5779206fp-2},
	{"sin(x)", 0x1.6300000000000p+8, 0x0.0p+0, -0x1.f9bd0307d1de3p-16},
	{"cos(x)", 0x1.6300000000000p+8, 0x0.0p+0, -0x1.fffffffc18e4cp-1},
	{"tan(x)", 0x1.6300000000000p+8, 0x0.0p+0, 0x1.f9bd030bacc16p-16},
	{"sin(x)", 0x1.4f8b588e368f1p-17, 0x0.0p+0, 0x1.4f8b588e1e8a2p-17},
	{"cos(x)", 0x1.4f8b588e368f1p-17, 0x0.0p+0, 0x1.ffffffff920c8p-1},
	{"tan(x)", 0x1.4f8b588e368f1p-17, 0x0.0p+0, 0x1.4f8b588e6698ep-17},
}

func TestExactValues(t *testing.T) {
	functions := map[string]func(x, y uint64) uint64{}
	for _, c := range exactValues {
		if functions[c.expression] == nil {
			functions[c.expression] = evaluator(t, "double", c.expression)
		}
		got := math.Float64frombits(functions[c.expression](math.Float64bits(c.x), math.Float64bits(c.y)))
		if e := error64(got, c.want); e > 3 {
			t.Errorf("%s at %v, %v: want %v, got %v: %.1f ULP", c.expression, c.x, c.y, c.want, got, e)
		}
	}
}
