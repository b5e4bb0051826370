#ifndef HEDDLE_CODE_ABI_H
#define HEDDLE_CODE_ABI_H

/* What machine code and those who run it agree on, as in Go's package compiler/amd64/abi, which has the comments. The
 * test TestLayout compares. */

#ifndef __ASSEMBLER__
#include <stdint.h>

enum { HEDDLE_ENDED, HEDDLE_SUSPENDED, HEDDLE_SERVICE, HEDDLE_CANCELLED, HEDDLE_FAULTED, HEDDLE_YIELDED,
	HEDDLE_WAITS, HEDDLE_DEADLOCK };
enum { HEDDLE_ROWS, HEDDLE_COLUMNS, HEDDLE_PACKED };
enum { HEDDLE_FAULT_IS_ADDRESSED = 1, HEDDLE_FAULT_IS_WRITE = 2 };
enum { HEDDLE_MAX_COUNT = 128 };

struct heddle_context {
	uint64_t args, globals, local, unused_word, cancel, private_step, work_dim, spare;
	uint64_t origin[3], group[3], size[3], enqueued[3], groups[3], global_size[3], global_offset[3], ids[3];
	uint64_t fault_pc, fault_address, fault_signal, fault_frame, fault_context, fault_kind, fault_lanes;
	uint64_t bounds[3], stream, unused[5];
};

struct heddle_frame {
	uint64_t resume, first[3], linear, private_memory;
	union {
		uint16_t mask[HEDDLE_MAX_COUNT];
		uint64_t four[HEDDLE_MAX_COUNT / 4];
	} lanes; /* active ones, one by one and by four */
	uint8_t spare[8];
	uint64_t runs; /* bundles to run, from this one on */
	uint8_t service_masks[2 * HEDDLE_MAX_COUNT];
};

struct heddle_loop {
	uint64_t entry, context, frames, frame_step, private_memory, private_step;
	uint32_t width, count, shape, suspends, repeats, whole_repeats;
	uint64_t whole, next, end, clear_local, clear_private;
	uint32_t is_located, is_inside, is_waiting, is_whole, has_moved, unused;
	uint64_t bundle, bundles, run, left, position[3], table_size[3];
};

/* heddle_run_groups runs a loop of groups; see abi.GroupLoop. */
uint32_t heddle_run_groups(struct heddle_loop *loop);

/* heddle_enter runs a bundle until it returns or faults. enter.S */
uint32_t heddle_enter(uint64_t entry, struct heddle_context *context, struct heddle_frame *frame);

/* heddle_abort is where a fault in machine code goes on, with the stack of the call. enter.S */
void heddle_abort(void);
#endif

#endif
