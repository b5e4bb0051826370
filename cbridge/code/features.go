package code

/*
#include <cpuid.h>
#include <stdint.h>

enum {
	FMA = 1 << 12, OSXSAVE = 1 << 27, AVX = 1 << 28, F16C = 1 << 29, POPCNT = 1 << 23,    // 1 ecx
	BMI1 = 1 << 3, AVX2 = 1 << 5, BMI2 = 1 << 8, AVX512F = 1 << 16, AVX512DQ = 1 << 17, AVX512CD = 1 << 28, // 7 ebx
	AVX512BW = 1 << 30,
	LZCNT = 1 << 5, // 0x80000001 ecx
	YMM_STATE = 6, ZMM_STATE = 0xe6,
};
static const unsigned AVX512VL = 1u << 31; // 7 ebx

static uint64_t saved_state(void) {
	uint32_t low, high;
	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return (uint64_t)high << 32 | low;
}

static int has(unsigned word, unsigned bits) { return (word & bits) == bits; }

// vector_bits is 512, 256, or 0 when the processor, or the system, has not all that machine code may use. CPUID is slow
// in virtual machines, so each leaf is asked once.
static int vector_bits(void) {
	unsigned a, b, basic, leaf7, extended, d;
	uint64_t state;
	__cpuid(0, a, b, basic, d);
	if (a < 7)
		return 0;
	__cpuid(1, a, b, basic, d);
	__cpuid_count(7, 0, a, leaf7, b, d);
	__cpuid(0x80000001, a, b, extended, d);
	if (!has(basic, FMA | OSXSAVE | AVX | F16C | POPCNT) || !has(leaf7, BMI1 | AVX2 | BMI2) || !has(extended, LZCNT))
		return 0;
	state = saved_state();
	if ((state & YMM_STATE) != YMM_STATE)
		return 0;
	if (has(leaf7, AVX512F | AVX512DQ | AVX512CD | AVX512BW | AVX512VL) && (state & ZMM_STATE) == ZMM_STATE)
		return 512;
	return 256;
}
*/
import "C"

// VectorBits is the length of the vectors that machine code can use here: 512 (AVX-512 F, VL, BW, DQ and CD), 256 (AVX2,
// FMA, BMI1, BMI2, LZCNT, POPCNT and F16C), or 0. Asked by feature bits, never by the processor's model.
func VectorBits() int { return int(C.vector_bits()) }
