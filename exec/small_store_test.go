package exec

import (
	"fmt"
	"strings"
	"testing"
)

// smallStores are kernels that extend small numbers by their sign when they load them and bound what they store, to what the
// stored type holds, to one more and one less, and in the wrong order.
func smallStores() string {
	var s strings.Builder
	for i, bounds := range []string{"-32768, 32767", "-32767, 32767", "-32768, 32766", "-32768, 32768", "0, 65535", "0, 65536", "-1, 65535", "5, 65535", "-128, 127",
		"0, 255", "0, 256", "-129, 127", "3, 250"} {
		fmt.Fprintf(&s, `
kernel void bounds%d(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, %[2]s);
	((global uchar *)y)[20000 + i] = clamp(w, %[2]s);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(%[2]s).y), (int2)(%[2]s).x);
	((global char *)y)[60000 + i] = clamp(w, %[2]s) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}`, i, bounds)
	}
	return s.String() + `
kernel void extended(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	short p = a[i];
	char q = b[i], r = b[i + 1];
	y[i] = p * q + (uchar)r * (r < 3 ? r : 1);
	if (p > 5) y[i] += a[i + 1] * 3;
	((global uchar *)y)[60000 + i] = (x[i] & 0x1ff) >> 1;
	((global ushort *)y)[40000 + i] = x[i] & 0x7fff;
}`
}

func TestSmallNumbersAreBoundedWhenStored(t *testing.T) {
	fill := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	(&comparison{source: smallStores(), words: []int{40000, 8192}, values: []uint64{0}, fill: fill,
		ranges: [][2][3]uint64{{{1000, 1, 1}, {500, 1, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{256, 4, 1}, {64, 4, 1}}}}).run(t)
}

// quotients divide by constants and take remainders, in both orders, with what writes the dividend between, and in branches.
const quotients = `
kernel void both(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint a = x[i], b = x[i + 1];
	int c = a, d = b;
	y[i] = a / 10 * 16 + a % 10 + b % 7 * 5 + b / 7;
	y[4000 + i] = c / 10 * 16 + c % 10 + d % -7 * 5 + d / -7 + c % 7 + d / 10;
	ushort e = a;
	short f = a;
	uchar g = a;
	char h = a;
	y[8000 + i] = e / 100 + e % 100 * 3 + f % 9 + f / 9 * 5 + g / 3 + g % 3 * 7 + h % 5 + h / 5 * 11;
	ulong k = ((ulong)a << 32 | b);
	long l = k;
	y[12000 + i] = k / 1000000007 + k % 1000000007 * 3 + l % 12345 + l / 12345 * 7;
}
kernel void branches(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint a = x[i], digits = 0;
	for (uint v = a; v > 0; v /= 10) digits = digits * 3 + v % 10;
	if (a & 1) digits += a / 10;
	else digits ^= a % 10;
	digits += a % 10 + a / 10;
	for (int k = 0; k < 5; k++) { digits += a % 1000; a = a / 1000 + x[i + k]; }
	y[i] = digits + a % 1000;
	y[4000 + i] = a / 1000;
}`

func TestQuotientsAndRemaindersShare(t *testing.T) {
	fill := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return (x ^ x>>15) >> (x & 15) }
	(&comparison{source: quotients, words: []int{16384, 8192}, values: []uint64{0}, fill: fill,
		ranges: [][2][3]uint64{{{1000, 1, 1}, {500, 1, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{256, 4, 1}, {64, 4, 1}}}}).run(t)
}
