/*
 * Which lanes a vector instruction was about to serve when it faulted.
 *
 * An EVEX instruction names its mask register in the low bits of the prefix's last byte. A VEX gather or masked move has
 * its mask in the vector register that the prefix's "vvvv" names: the sign bit of each element. Gathers and scatters
 * clear the lanes they have done, in order, so the lowest one left is the one that faulted.
 *
 * The registers are where the kernel saved them: the legacy area, the upper halves of the vector registers and the masks
 * at the offsets that CPUID tells.
 */
#define _GNU_SOURCE
#include "fault.h"

#include <cpuid.h>
#include <stddef.h>
#include <string.h>
#include <ucontext.h>

enum {
	EVEX = 0x62,
	VEX3 = 0xc4,
	MAP_0F38 = 2,
	XMM_AT = 160,          /* in the legacy area */
	MAGIC_AT = 464,        /* says that there is more than the legacy area */
	MAGIC = 0x46505853,
	PRESENT_AT = 512,      /* bit map of the state that was not in its initial form */
	STATE_YMM = 2,
	STATE_MASKS = 5,
};

/* state is where a part of the extended state was saved, NULL if it is not there. */
static const uint8_t *state(const uint8_t *saved, int part) {
	unsigned bytes, offset, c, d;
	uint32_t magic;
	uint64_t present;
	memcpy(&magic, saved + MAGIC_AT, sizeof magic);
	memcpy(&present, saved + PRESENT_AT, sizeof present);
	if (magic != MAGIC || !(present >> part & 1) || !__get_cpuid_count(0xd, part, &bytes, &offset, &c, &d))
		return NULL;
	return saved + offset;
}

static uint64_t mask_register(const uint8_t *saved, int number) {
	const uint8_t *masks = state(saved, STATE_MASKS);
	uint64_t mask = 0;
	if (number != 0 && masks)
		memcpy(&mask, masks + 8 * number, sizeof mask);
	return mask;
}

/* sign_bits collects those of a register's elements. */
static uint64_t sign_bits(const uint8_t *saved, int number, int element, int is_long) {
	const uint8_t *upper = state(saved, STATE_YMM);
	uint8_t bytes[32] = {0};
	uint64_t mask = 0;
	memcpy(bytes, saved + XMM_AT + 16 * number, 16);
	if (is_long && upper)
		memcpy(bytes + 16, upper + 16 * number, 16);
	for (int lane = 0; lane * element < (is_long ? 32 : 16); lane++)
		mask |= (uint64_t)(bytes[lane * element + element - 1] >> 7) << lane;
	return mask;
}

/* masked_element is the element's size of the VEX instructions of map 0F38 that have a mask, 0 for others. */
static int masked_element(uint8_t opcode, int is_wide) {
	switch (opcode) {
	case 0x2c: case 0x2e: /* vmaskmovps */
		return 4;
	case 0x2d: case 0x2f: /* vmaskmovpd */
		return 8;
	case 0x8c: case 0x8e: /* vpmaskmov */
	case 0x90: case 0x91: case 0x92: case 0x93: /* gathers */
		return is_wide ? 8 : 4;
	}
	return 0;
}

uint64_t heddle_fault_lanes(const void *context) {
	const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
	const uint8_t *code = (const uint8_t *)machine->gregs[REG_RIP], *saved = (const uint8_t *)machine->fpregs;
	if (!saved)
		return 0;
	if (code[0] == EVEX)
		return mask_register(saved, code[3] & 7);
	if (code[0] != VEX3 || (code[1] & 0x1f) != MAP_0F38)
		return 0;
	int element = masked_element(code[3], code[2] >> 7);
	return element == 0 ? 0 : sign_bits(saved, ~code[2] >> 3 & 15, element, code[2] >> 2 & 1);
}
