#define _GNU_SOURCE
#include "vector_bits.h"

#include <cpuid.h>
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

enum {
	FMA = 1 << 12, OSXSAVE = 1 << 27, AVX = 1 << 28, F16C = 1 << 29, POPCNT = 1 << 23,    /* 1 ecx */
	BMI1 = 1 << 3, AVX2 = 1 << 5, BMI2 = 1 << 8, AVX512F = 1 << 16, AVX512DQ = 1 << 17, AVX512CD = 1 << 28, /* 7 ebx */
	AVX512BW = 1 << 30,
	AVX512VNNI = 1 << 11, /* 7 ecx */
	LZCNT = 1 << 5, /* 0x80000001 ecx */
	YMM_STATE = 6, ZMM_STATE = 0xe6,
};
static const unsigned AVX512VL = 1u << 31; /* 7 ebx */

static uint64_t saved_state(void) {
	uint32_t low, high;
	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return (uint64_t)high << 32 | low;
}

static int has(unsigned word, unsigned bits) {
	return (word & bits) == bits;
}

enum { LEAF_1, LEAF_7, LEAF_80000001, LEAVES };
enum { EBX = 1, ECX };

/* ask_processor executes CPUID, which leaves the guest in virtual machines and takes microseconds there. */
static int ask_processor(unsigned leaves[LEAVES][4]) {
	unsigned *w = leaves[LEAF_1];
	__cpuid(0, w[0], w[1], w[2], w[3]);
	if (w[0] < 7)
		return 0;
	__cpuid(1, w[0], w[1], w[2], w[3]);
	w = leaves[LEAF_7];
	__cpuid_count(7, 0, w[0], w[1], w[2], w[3]);
	w = leaves[LEAF_80000001];
	__cpuid(0x80000001, w[0], w[1], w[2], w[3]);
	return 1;
}

/* ask_library takes what glibc, from 2.33 on, has asked when the program started. */
static int ask_library(unsigned leaves[LEAVES][4]) {
	const unsigned *(*known)(unsigned) = (const unsigned *(*)(unsigned))dlsym(RTLD_DEFAULT, "__x86_get_cpuid_feature_leaf");
	for (unsigned i = 0; known && i < LEAVES; i++)
		memcpy(leaves[i], known(i), sizeof leaves[i]);
	return known && leaves[LEAF_1][ECX];
}

static int vector_bits(int is_known, unsigned leaves[LEAVES][4]) {
	unsigned basic = leaves[LEAF_1][ECX], leaf7 = leaves[LEAF_7][EBX], extended = leaves[LEAF_80000001][ECX];
	uint64_t state;
	if (!is_known || !has(basic, FMA | OSXSAVE | AVX | F16C | POPCNT) || !has(leaf7, BMI1 | AVX2 | BMI2) ||
	    !has(extended, LZCNT))
		return 0;
	state = saved_state();
	if ((state & YMM_STATE) != YMM_STATE)
		return 0;
	if (has(leaf7, AVX512F | AVX512DQ | AVX512CD | AVX512BW | AVX512VL) && (state & ZMM_STATE) == ZMM_STATE)
		return 512;
	return 256;
}

int heddle_vector_bits(void) {
	unsigned leaves[LEAVES][4];
	return vector_bits(ask_library(leaves) || ask_processor(leaves), leaves);
}

int heddle_vector_bits_asked(void) {
	unsigned leaves[LEAVES][4];
	return vector_bits(ask_processor(leaves), leaves);
}

int heddle_has_vnni(void) {
	unsigned leaves[LEAVES][4];
	int is_known = ask_library(leaves) || ask_processor(leaves);
	return vector_bits(is_known, leaves) == 512 && has(leaves[LEAF_7][ECX], AVX512VNNI);
}
