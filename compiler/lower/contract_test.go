package lower

import (
	"testing"

	"heddle/compiler/ir"
)

// TestContractionIsPerBlock: each multiplication is by 2 if it may be fused, and by 3 if not.
func TestContractionIsPerBlock(t *testing.T) {
	m := compile(t, `
		float outside(float x) { return x * 2.0f; }
		kernel void k(global float *p) {
			p[0] = p[1] * 2.0f;
			{
				#pragma OPENCL FP_CONTRACT OFF
				p[2] = p[3] * 3.0f;
				if (p[2] > 1.0f) {
					#pragma OPENCL FP_CONTRACT ON
					p[4] = p[5] * 2.0f;
				} else {
					p[4] = p[5] * 3.0f;
				}
				p[6] = p[7] * 3.0f;
			}
			p[8] = outside(p[9]) * 2.0f;
			for (int i = 0; i < 3; i++) {
				p[i] *= 3.0f;
				#pragma OPENCL FP_CONTRACT OFF
				p[i] *= 3.0f;
			}
			p[9] *= 2.0f;
		}
		#pragma OPENCL FP_CONTRACT OFF
		kernel void off(global float *p) {
			p[0] = p[1] * 3.0f;
			{
				#pragma OPENCL FP_CONTRACT ON
				p[0] = p[1] * 2.0f;
			}
		}
		#pragma OPENCL FP_CONTRACT DEFAULT
		kernel void on(global float *p) { p[0] = p[1] * 2.0f; }`)
	count := 0
	for _, f := range m.Funcs {
		for i := range f.Instrs {
			in := &f.Instrs[i]
			if in.Op != ir.OpFMul {
				continue
			}
			count++
			fused := f.Instr(in.Args[1]).Imm == 0x40000000 // 2.0f
			if got := in.Flags&ir.FlagContract != 0; got != fused {
				t.Errorf("%s: %s: may be fused: %v", f.Name, ir.PrintInstr(f, ir.ValueID(i)), got)
			}
		}
	}
	if count != 13 {
		t.Errorf("%d multiplications", count)
	}
}
