/*
 * The loop over work-groups, and within each over its bundles.
 *
 * A group of code without barriers is its bundles one after another, all in one frame. Code with barriers gets a frame
 * per bundle: each runs to its next barrier in turn, again and again until all have ended.
 *
 * Bundles whose lanes are all inside the group may have code of their own, which knows that. The two codes of a kernel
 * with barriers need not keep the same things in their frames, so there a group runs it only if all its bundles are
 * whole.
 *
 * Between two bundles the upper halves of the vector registers hold what the last one left there. So nothing here may
 * use vector registers, or processors would pay for joining old and new halves; they are cleared at the end.
 *
 * Several groups of a row could run as one where that makes no difference: the caller does so by making the groups
 * longer.
 */
#include "abi.h"
#include "fault.h"
#include "../host/float_mode.h"

#pragma GCC target("general-regs-only")

/* Frame.resume of a bundle that has ended. */
#define GONE (~(uint64_t)0)

/* heddle_loop.suspends of code that also yields, to let other sub-groups run. In it frame.runs is 0 while a bundle waits
 * at a barrier: all that have not ended wait when all have come to it. */
#define SUSPENDS_AND_YIELDS 2

static struct heddle_context *context_of(const struct heddle_loop *l) {
	return (struct heddle_context *)l->context;
}

static struct heddle_frame *frame_of(const struct heddle_loop *l, uint64_t bundle) {
	return (struct heddle_frame *)(l->frames + (l->suspends ? bundle * l->frame_step : 0));
}

static uint64_t min(uint64_t a, uint64_t b) {
	return a < b ? a : b;
}

static uint64_t quotient_up(uint64_t a, uint64_t b) {
	return (a + b - 1) / b;
}

/* locate_in_band finds the place of the group `next` where groups run in bands: as many columns of groups as `band` says
 * are run from top to bottom, the next ones from bottom to top, and rows of a band to and fro. So each group is a
 * neighbour of the one before. */
static void locate_in_band(struct heddle_loop *l) {
	struct heddle_context *c = context_of(l);
	uint64_t width = c->groups[0], height = c->groups[1], in_plane = l->next % (width * height);
	uint64_t number = in_plane / (l->band * height), first = number * l->band;
	uint64_t in_band = in_plane - first * height, columns = min(l->band, width - first);
	uint64_t column = in_band % columns, row = in_band / columns;
	c->group[0] = first + (row & 1 ? columns - 1 - column : column);
	c->group[1] = number & 1 ? height - 1 - row : row;
	c->group[2] = l->next / (width * height);
}

/* locate makes the group `next` the current one. */
static void locate(struct heddle_loop *l) {
	struct heddle_context *c = context_of(l);
	if (l->band) {
		locate_in_band(l);
	} else if (l->next == 0) {
		c->group[0] = c->group[1] = c->group[2] = 0;
		l->is_located = 1;
	} else if (!l->is_located) {
		c->group[0] = l->next % c->groups[0];
		c->group[1] = l->next / c->groups[0] % c->groups[1];
		c->group[2] = l->next / c->groups[0] / c->groups[1];
		l->is_located = 1;
	} else if (++c->group[0] == c->groups[0]) {
		c->group[0] = 0;
		if (++c->group[1] == c->groups[1]) {
			c->group[1] = 0;
			c->group[2]++;
		}
	}
	for (int i = 0; i < 3; i++) {
		uint64_t start = c->group[i] * c->enqueued[i];
		c->size[i] = min(c->enqueued[i], c->global_size[i] - start);
		c->origin[i] = c->global_offset[i] + start;
	}
}

/* number_items fills the tables of local ids, padded to a whole bundle. */
static void number_items(struct heddle_loop *l) {
	struct heddle_context *c = context_of(l);
	const uint64_t *size = c->size;
	uint64_t id[3] = {0, 0, 0}, whole = l->width * l->count;
	uint64_t n = quotient_up(size[0] * size[1] * size[2], whole) * whole;
	for (uint64_t k = 0; k < n; k++) {
		for (int i = 0; i < 3; i++)
			((uint32_t *)c->ids[i])[k] = id[i];
		if (++id[0] == size[0]) {
			id[0] = 0;
			if (++id[1] == size[1]) {
				id[1] = 0;
				id[2]++;
			}
		}
	}
	for (int i = 0; i < 3; i++)
		l->table_size[i] = size[i];
}

static uint64_t count_bundles(const struct heddle_loop *l) {
	const uint64_t *size = context_of(l)->size;
	switch (l->shape) {
	case HEDDLE_ROWS:
		return quotient_up(size[0], l->width * l->count) * size[1] * size[2];
	case HEDDLE_COLUMNS:
		return quotient_up(size[0], l->width) * quotient_up(size[1], l->count) * size[2];
	}
	return quotient_up(size[0] * size[1] * size[2], l->width * l->count);
}

/* lanes is the mask of the first n lanes, of at most width. */
static uint16_t lanes(uint64_t n, uint32_t width) {
	return (1u << min(n, width)) - 1;
}

/* fill_all activates all lanes of all sub-groups, also of up to three after the last, which are not used. */
static void fill_all(const struct heddle_loop *l, struct heddle_frame *f) {
	uint64_t four = l->width == 16 ? ~(uint64_t)0 : 0x0001000100010001u * lanes(l->width, l->width);
	for (uint32_t i = 0; 4 * i < l->count; i++)
		f->lanes.four[i] = four;
}

/* fill_masks activates the lanes that are inside the group, and reports whether those are all. */
static int fill_masks(const struct heddle_loop *l, struct heddle_frame *f) {
	const uint64_t *size = context_of(l)->size;
	uint64_t left = size[0] - l->position[0];
	if (l->shape == HEDDLE_COLUMNS) {
		if (left >= l->width && l->position[1] + l->count <= size[1]) {
			fill_all(l, f);
			return 1;
		}
		uint16_t mask = lanes(left, l->width);
		for (uint32_t u = 0; u < l->count; u++)
			f->lanes.mask[u] = l->position[1] + u < size[1] ? mask : 0;
		return 0;
	}
	if (l->shape == HEDDLE_PACKED)
		left = size[0] * size[1] * size[2] - l->position[0];
	if (left >= l->width * l->count) {
		fill_all(l, f);
		return 1;
	}
	for (uint32_t u = 0; u < l->count; u++) {
		f->lanes.mask[u] = lanes(left, l->width);
		left -= min(left, l->width);
	}
	return 0;
}

/* step_width is the distance of bundles of a row. */
static uint64_t step_width(const struct heddle_loop *l) {
	return l->shape == HEDDLE_COLUMNS ? l->width : l->width * l->count;
}

/* advance steps over the given number of bundles of the present row. */
static void advance(struct heddle_loop *l, uint64_t bundles) {
	const uint64_t *size = context_of(l)->size;
	uint64_t *at = l->position;
	at[0] += step_width(l) * bundles;
	if (l->shape == HEDDLE_PACKED || at[0] < size[0])
		return;
	at[0] = 0;
	at[1] += l->shape == HEDDLE_COLUMNS ? l->count : 1;
	if (at[1] < size[1])
		return;
	at[1] = 0;
	at[2]++;
}

/* clear_memory is memset with zeros, without vector registers. */
static void clear_memory(uint64_t at, uint64_t bytes) {
	__asm__ volatile("rep stosb" : "+D"(at), "+c"(bytes) : "a"(0) : "memory");
}

/* start_bundle prepares a frame for the bundle at the present position, and steps to the next position. It reports
 * whether the bundle is whole. */
static int start_bundle(struct heddle_loop *l, struct heddle_frame *f, uint64_t private_memory) {
	const uint64_t *at = l->position;
	f->resume = 0;
	f->runs = 1;
	f->private_memory = private_memory;
	for (int i = 0; i < 3; i++)
		f->first[i] = at[i];
	f->linear = at[0];
	if (l->clear_private)
		clear_memory(private_memory, l->clear_private);
	int is_whole = fill_masks(l, f);
	advance(l, 1);
	return is_whole;
}

static void begin_group(struct heddle_loop *l) {
	struct heddle_context *c = context_of(l);
	locate(l);
	if (l->shape == HEDDLE_PACKED &&
	    (l->table_size[0] != c->size[0] || l->table_size[1] != c->size[1] || l->table_size[2] != c->size[2]))
		number_items(l);
	l->bundles = l->left = count_bundles(l);
	l->position[0] = l->position[1] = l->position[2] = 0;
	l->bundle = 0;
	l->is_waiting = l->has_moved = 0;
	l->is_inside = 1;
	l->is_whole = 1;
	if (l->clear_local)
		clear_memory(c->local, l->clear_local);
	for (uint64_t b = 0; l->suspends && b < l->bundles; b++)
		l->is_whole &= start_bundle(l, frame_of(l, b), l->private_memory + b * l->private_step);
}

/* entry is that of the code for the present bundle or group. */
static uint64_t entry(const struct heddle_loop *l) {
	return l->is_whole && l->whole ? l->whole : l->entry;
}

static int is_cancelled(const struct heddle_loop *l) {
	return __atomic_load_n((uint32_t *)context_of(l)->cancel, __ATOMIC_RELAXED) != 0;
}

/* start_run prepares a frame for a bundle, or for all whole bundles from there to the end of the row if the code repeats
 * itself. */
static void start_run(struct heddle_loop *l, struct heddle_frame *f) {
	uint64_t left = context_of(l)->size[0] - l->position[0], two = 2 * step_width(l);
	l->run = 1;
	l->is_whole = start_bundle(l, f, l->private_memory);
	if (!l->is_whole || left < two || !(l->whole ? l->whole_repeats : l->repeats) || l->clear_private)
		return;
	f->runs = l->run = left / step_width(l);
	advance(l, l->run - 1);
}

/* run_straight runs the bundles of a group that has no barriers. */
static uint32_t run_straight(struct heddle_loop *l) {
	struct heddle_context *c = context_of(l);
	struct heddle_frame *f = frame_of(l, 0);
	for (; l->bundle < l->bundles; l->bundle += l->run) {
		if (!l->is_waiting)
			start_run(l, f);
		l->is_waiting = 0;
		uint32_t code = heddle_enter(entry(l), c, f);
		if (code != HEDDLE_ENDED) {
			l->is_waiting = 1;
			return code;
		}
	}
	return HEDDLE_ENDED;
}

/* run_round runs the bundles from the present one on to their next barriers. */
static uint32_t run_round(struct heddle_loop *l) {
	for (; l->bundle < l->bundles; l->bundle++) {
		struct heddle_frame *f = frame_of(l, l->bundle);
		if (f->resume == GONE || !f->runs)
			continue;
		uint32_t code = heddle_enter(entry(l), context_of(l), f);
		l->has_moved |= code != HEDDLE_WAITS;
		if (code == HEDDLE_ENDED) {
			f->resume = GONE;
			l->left--;
		} else if (code == HEDDLE_SUSPENDED)
			f->runs = l->suspends != SUSPENDS_AND_YIELDS;
		else if (code != HEDDLE_YIELDED && code != HEDDLE_WAITS)
			return code;
	}
	l->bundle = 0;
	return HEDDLE_ENDED;
}

/* pass_barrier lets the bundles that wait at a barrier go on if all do, and reports whether any can go on. */
static int pass_barrier(struct heddle_loop *l) {
	for (uint64_t b = 0; b < l->bundles; b++) {
		struct heddle_frame *f = frame_of(l, b);
		if (f->resume != GONE && f->runs)
			return l->has_moved;
	}
	for (uint64_t b = 0; b < l->bundles; b++)
		frame_of(l, b)->runs = 1;
	return 1;
}

static uint32_t run_suspending(struct heddle_loop *l) {
	while (l->left > 0) {
		uint32_t code = run_round(l);
		if (code != HEDDLE_ENDED)
			return code;
		if (l->suspends == SUSPENDS_AND_YIELDS && !pass_barrier(l))
			return HEDDLE_DEADLOCK;
		l->has_moved = 0;
		if (l->left > 0 && is_cancelled(l))
			return HEDDLE_CANCELLED;
	}
	return HEDDLE_ENDED;
}

static uint32_t run(struct heddle_loop *l) {
	while (l->next < l->end) {
		if (is_cancelled(l))
			return HEDDLE_CANCELLED;
		if (!l->is_inside)
			begin_group(l);
		uint32_t code = l->suspends ? run_suspending(l) : run_straight(l);
		if (code != HEDDLE_ENDED)
			return code;
		l->is_inside = 0;
		l->next++;
	}
	return HEDDLE_ENDED;
}

uint32_t heddle_run_groups(struct heddle_loop *loop) {
	uint32_t code;
	heddle_default_mxcsr();
	heddle_running = context_of(loop);
	code = run(loop);
	heddle_running = 0;
	if (~context_of(loop)->stream) /* stores that went around the caches come before what follows */
		__asm__ volatile("sfence" : : : "memory");
	__asm__ volatile("vzeroupper");
	heddle_default_mxcsr(); /* Go wants it, too */
	return code;
}
