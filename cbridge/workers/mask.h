#ifndef HEDDLE_MASK_H
#define HEDDLE_MASK_H

/* Processors on which a thread may run, a bit for each. */
enum { HEDDLE_MASK_BYTES = 8192 / 8 };

/* heddle_get_mask reads the mask of the calling thread, and heddle_set_mask changes it. They return 0 if they could. */
int heddle_get_mask(void *mask);
int heddle_set_mask(const void *mask);

#endif
