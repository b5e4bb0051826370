package lower

import (
	"math"
	"testing"
)

// exactValues are doubles nearest to values computed with 60 digits or more, where Go's functions are not accurate
// enough.
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
	{"tgamma(x)", -0x1.01p+1, 0, -0x1.fc5df738d7fdap+5},
	{"tgamma(x)", 0x1.8p+0, 0, 0x1.c5bf891b4ef6bp-1},
	{"tgamma(x)", 0x1p-2, 0, 0x1.d013fc47eeeeap+1},
	{"tgamma(x)", 0x1.56e1fc2f8f359p-997, 0, 0x1.7e43c8800759bp+996},
	{"tgamma(x)", -0x1.56e1fc2f8f359p-997, 0, -0x1.7e43c8800759bp+996},
	{"tgamma(x)", 0x1.fffffbce4217dp+2, 0, 0x1.3affd663b3db3p+12},
	{"tgamma(x)", 0x1p+3, 0, 0x1.3bp+12},
	{"tgamma(x)", 0x1.0a66666666666p+5, 0, 0x1.2069372b95fbdp+119},
	{"tgamma(x)", 0x1.5733333333333p+7, 0, 0x1.c3adadc5107b1p+1023},
	{"tgamma(x)", -0x1p-1, 0, -0x1.c5bf891b4ef6bp+1},
	{"tgamma(x)", -0x1.000001ad7f29bp+0, 0, 0x1.312cff248b8b3p+23},
	{"tgamma(x)", -0x1.48p+4, 0, -0x1.4ea83cf1b33aap-62},
	{"tgamma(x)", -0x1.fd33333333333p+6, 0, 0x1.9eed7e9523586p-710},
	{"tgamma(x)", -0x1.55p+7, 0, -0x1.7d2374dfcda7ap-1022},
	{"tgamma(x)", -0x1.569999999999ap+7, 0, 0x0.07b0983e6e0ep-1022},
	{"tgamma(x)", -0x1.6fp+7, 0, 0x0p+0},
	{"tgamma(x)", 0x1.8p+1, 0, 0x1p+1},
	{"tgamma(x)", 0x1.92p+6, 0, 0x1.5b98374db8c0bp+521},
	{"tgamma(x)", -0x1.f71ba061c4248p+3, 0, 0x1.dfb3559733fc9p-42},
	{"tgamma(x)", 0x1.53ae31fd34b4p+1, 0, 0x1.7d512805b1f3bp+0},
	{"tgamma(x)", -0x1.f35f45e858b4p+2, 0, 0x1.ac1fa27ea7318p-13},
	{"tgamma(x)", 0x1.8f0d8e038bb28p+2, 0, 0x1.684663cd96d5p+7},
	{"tgamma(x)", 0x1.e2c41676cf1a8p+2, 0, 0x1.fcf1b23c8b538p+10},
	{"tgamma(x)", -0x1.a117a0a753fb9p+4, 0, -0x1.21ca13604a343p-85},
	{"rootn(x, (int)y)", -0x1.fffffffffffffp+1023, 3, -0x1.428a2f98d728bp+341},
	{"rootn(x, (int)y)", 0x1.fffffffffffffp+1023, 5, 0x1.bdb8cdadbe12p+204},
	{"rootn(x, (int)y)", 0x0.0000000000001p-1022, 3, 0x1p-358},
	{"rootn(x, (int)y)", 0x1.01297d23ab683p-995, 7, 0x1.d007d8ad680c3p-143},
	{"rootn(x, (int)y)", 0x1.fffffffffffffp+1023, -3, 0x1.965fea53d6e3dp-342},
	{"rootn(x, (int)y)", 0x0.0000000000001p-1022, -5, 0x1.bdb8cdadbe12p+214},
	{"remainder(x, y)", 0x1.4d449333f6867p+1023, 0x1.2f2c8bbf3711p+1020, -0x1.f36280c9db2cp+1017},
	{"(remquo(x, y, &n), n)", 0x1.4d449333f6867p+1023, 0x1.2f2c8bbf3711p+1020, 9},
	{"remainder(x, y)", -0x1.8affffffffb0fp-309, 0x1.afffffffffc29p-442, -0x1.671bba1f03f34p-443},
	{"(remquo(x, y, &n), n)", -0x1.8affffffffb0fp-309, 0x1.afffffffffc29p-442, -118},
	{"remainder(x, y)", 0x1.1ccf385ebc8ap+1023, 0x0.0000000000001p-1022, 0x0p+0},
	{"(remquo(x, y, &n), n)", 0x1.1ccf385ebc8ap+1023, 0x0.0000000000001p-1022, 0},
	{"remainder(x, y)", 0x1.1ccf385ebc8ap+1023, 0x1.ab36d48e1acfp+1023, -0x1.1ccf385ebc8ap+1022},
	{"(remquo(x, y, &n), n)", 0x1.1ccf385ebc8ap+1023, 0x1.ab36d48e1acfp+1023, 1},
	{"remainder(x, y)", 0x1.8p+1, 0x1p+1, -0x1p+0},
	{"(remquo(x, y, &n), n)", 0x1.8p+1, 0x1p+1, 2},
	{"remainder(x, y)", 0x1.4p+2, 0x1p+1, 0x1p+0},
	{"(remquo(x, y, &n), n)", 0x1.4p+2, 0x1p+1, 2},
	{"remainder(x, y)", -0x1.cp+2, 0x1p+1, 0x1p+0},
	{"(remquo(x, y, &n), n)", -0x1.cp+2, 0x1p+1, -4},
	{"remainder(x, y)", 0x0.00000000007e8p-1022, 0x1.1ccf385ebc8ap+1023, 0x0.00000000007e8p-1022},
	{"(remquo(x, y, &n), n)", 0x0.00000000007e8p-1022, 0x1.1ccf385ebc8ap+1023, 0},
	{"remainder(x, y)", 0x0.0000000000001p-1022, 0x0.0000000000002p-1022, 0x0.0000000000001p-1022},
	{"(remquo(x, y, &n), n)", 0x0.0000000000001p-1022, 0x0.0000000000002p-1022, 0},
	{"remainder(x, y)", 0x0.0000000000003p-1022, 0x0.0000000000002p-1022, -0x0.0000000000001p-1022},
	{"(remquo(x, y, &n), n)", 0x0.0000000000003p-1022, 0x0.0000000000002p-1022, 2},
	{"remainder(x, y)", 0x1.0f0cf064dd592p+73, 0x1.8p+1, 0x1p+0},
	{"(remquo(x, y, &n), n)", 0x1.0f0cf064dd592p+73, 0x1.8p+1, 85},
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
