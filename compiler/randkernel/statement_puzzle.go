package randkernel

import "fmt"

// Loops that programs have for their own sake: divisors, binary searches, words bit by bit.

// puzzle makes one of them. Each has a bounded trip count whatever its operands.
func (g *generator) puzzle(int) *Node {
	v := variable{name: g.name("v"), t: []Type{tUInt, tUInt, tInt, tULong}[g.IntN(4)]}
	forms := puzzles
	if g.inKernel {
		forms = append(append([]string{}, puzzles...), memoryPuzzles...)
	}
	form := forms[g.IntN(len(forms))]
	n := statement(fmt.Sprintf("%s %s; { "+form+" }", v.t, v.name, g.name("x"), g.name("y"), g.name("n"), g.scalar()),
		g.expression(tUInt, 2), g.expression(tUInt, 2))
	g.variables = append(g.variables, v)
	return n
}

// puzzles take numbers only. %[1]s is the type and %[2]s the name of the result, %[3]s to %[5]s are free names.
var puzzles = []string{
	"uint %[3]s = $0, %[4]s = $1 & 0xffffu; while (%[4]s != 0u) { uint %[5]s = %[3]s %% %[4]s; %[3]s = %[4]s; " +
		"%[4]s = %[5]s; } %[2]s = (%[1]s)%[3]s;",
	"ulong %[3]s = (ulong)$0 * 77ul, %[4]s = $1; while (%[4]s != 0ul) { ulong %[5]s = %[3]s %% %[4]s; %[3]s = " +
		"%[4]s; %[4]s = %[5]s; } %[2]s = (%[1]s)%[3]s;",
	"uint %[3]s = $0 & 1023u, %[4]s = 0; while (%[3]s > 1u && %[4]s < 90u) { %[3]s = %[3]s & 1u ? 3u * %[3]s + 1u " +
		": %[3]s >> 1; %[4]s++; } %[2]s = (%[1]s)(%[4]s * 65536u + %[3]s);",
	"uint %[3]s = $0, %[4]s = 0, %[5]s = 60; do { %[3]s = %[3]s * 1664525u + 1013904223u; %[4]s += %[3]s >> 20; } " +
		"while ((%[3]s >> 28) != 3u && --%[5]s); %[2]s = (%[1]s)%[4]s;",
	"uint %[3]s = $0, %[4]s = 0; for (; %[3]s; %[3]s &= %[3]s - 1u) %[4]s = %[4]s * 33u + (31u - clz(%[3]s & (0u - " +
		"%[3]s))); %[2]s = (%[1]s)%[4]s;",
	"uint %[3]s = $0, %[4]s = 0; for (uint %[5]s = 1u << 15; %[5]s; %[5]s >>= 1) if ((%[4]s | %[5]s) * (%[4]s | " +
		"%[5]s) <= %[3]s) %[4]s |= %[5]s; %[2]s = (%[1]s)%[4]s;",
	"uint %[3]s = $0 | 1u, %[4]s = 3; while (%[4]s * %[4]s <= (%[3]s & 0x3fffu) && (%[3]s & 0x3fffu) %% %[4]s) " +
		"%[4]s += 2u; %[2]s = (%[1]s)%[4]s;",
	"float %[3]s = (float)($0 & 255u) + 1.0f, %[4]s = %[3]s; uint %[5]s = 0; while (fabs(%[4]s * %[4]s - %[3]s) > " +
		"0.01f && ++%[5]s < 40u) %[4]s = 0.5f * (%[4]s + %[3]s / %[4]s); %[2]s = (%[1]s)(%[4]s * 100.0f);",
	"float %[3]s = 0.0f, %[4]s = 0.0f; uint %[5]s = 0; while (%[3]s * %[3]s + %[4]s * %[4]s < 4.0f && %[5]s < 60u) " +
		"{ float x = %[3]s * %[3]s - %[4]s * %[4]s + (float)($0 & 63u) * 0.04f - 2.0f; %[4]s = 2.0f * %[3]s * " +
		"%[4]s + (float)($1 & 31u) * 0.05f; %[3]s = x; %[5]s++; } %[2]s = (%[1]s)%[5]s;",
	"bool %[3]s = false; uint %[4]s = $0 & 63u, %[5]s = $1; for (;;) { if (%[4]s == 0u) break; if ((%[5]s & 15u) " +
		"== 7u) { %[3]s = true; break; } %[4]s--; %[5]s = %[5]s * 5u + 3u; } %[2]s = %[3]s ? (%[1]s)%[4]s : " +
		"(%[1]s)%[5]s;",
	"uint %[3]s = $0, %[4]s = 0; bool %[5]s = true; while (%[5]s && %[4]s < 33u) { %[5]s = (%[3]s >> (%[4]s & " +
		"31u)) & 1u; %[4]s += 1u; } %[2]s = (%[1]s)(%[5]s ? %[4]s : %[4]s + $1);",
}

// memoryPuzzles also read buffers. %[6]s is a scalar type.
var memoryPuzzles = []string{
	"uint %[3]s = 0, %[4]s = 4096; %[6]s x = in_%[6]s[$0 & 4095]; while (%[3]s < %[4]s) { uint %[5]s = (%[3]s + " +
		"%[4]s) / 2; if (in_%[6]s[%[5]s] < x) %[3]s = %[5]s + 1; else %[4]s = %[5]s; } %[2]s = " +
		"(%[1]s)(in_%[6]s[%[3]s] == x ? %[3]s : ~%[3]s);",
	"uint %[3]s = $0 & 1023u, %[5]s = 0; while (in_uchar[%[3]s] > 40 && %[5]s++ < 100u) %[3]s = (%[3]s + 1u) & " +
		"1023u; %[2]s = (%[1]s)(in_uint[%[3]s] ^ %[5]s);",
	"uint %[5]s = 0; global const uchar *%[3]s = in_uchar + ($0 & 2047), *%[4]s = in_uchar + ($1 & 2047); while " +
		"(%[5]s < 40u && (%[3]s[%[5]s] & 3) == (%[4]s[%[5]s] & 3)) %[5]s++; %[2]s = (%[1]s)(%[5]s * 256u + " +
		"%[3]s[%[5]s]);",
	"uint %[3]s = $0 & 1023u, %[5]s = 0; for (; %[3]s != 0u && %[5]s < 60u; %[5]s++) %[3]s = in_ushort[%[3]s] & " +
		"0x3ffu; %[2]s = (%[1]s)(%[3]s * 64u + %[5]s);",
	"global const %[6]s *%[3]s = in_%[6]s + ($0 & 2047), *%[4]s = %[3]s + ($1 & 63); while (%[3]s < %[4]s && " +
		"*%[3]s > 0) ++%[3]s; %[2]s = (%[1]s)(*%[3]s == 0) + (%[1]s)(%[4]s - %[3]s);",
	"global const %[6]s *%[3]s = in_%[6]s + ($0 & 2047), *%[4]s = %[3]s + ($1 & 63), *%[5]s = %[3]s; for (; %[3]s " +
		"!= %[4]s; ++%[3]s) if (*%[3]s > *%[5]s) %[5]s = %[3]s; %[2]s = (%[1]s)(%[5]s - in_%[6]s);",
	"uint %[3]s = $0 & 2047, %[4]s = %[3]s + ($1 & 31); %[6]s x = 0; for (uint %[5]s = %[3]s; %[5]s < %[4]s; " +
		"%[5]s++) x = max(x, in_%[6]s[in_ushort[%[5]s] & 4095]); %[2]s = (%[1]s)(x > 100);",
	"uint %[3]s = $0 & 2047, %[4]s = 0; do { if (in_char[%[3]s] < -100) break; %[4]s = %[4]s * 10u + " +
		"(uint)in_char[%[3]s]; } while (++%[3]s < 2060u && %[4]s < 100000u); %[2]s = (%[1]s)%[4]s + " +
		"(%[1]s)in_short[%[3]s];",
}
