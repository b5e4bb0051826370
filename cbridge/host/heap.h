#ifndef HEDDLE_HEAP_H
#define HEDDLE_HEAP_H

#include <stddef.h>
#include <stdint.h>

/* heddle_heap_is_short is not 0 since the Go runtime was given what was kept back, or its heap grew beyond its bound. */
extern uint32_t heddle_heap_is_short;

/* heddle_heap_keep keeps address space back, if the process has a limit of it, and returns 0 if there is too little;
 * more must be left besides. Memory is short, too, if the heap becomes larger than most. */
int heddle_heap_keep(size_t more, size_t most);

/* heddle_heap_reserve reserves what the Go runtime gets where nothing can be mapped any more. It comes first. */
void heddle_heap_reserve(void);

/* heddle_heap_release gives back what only builds need, and returns 0 if that was not kept. */
int heddle_heap_release(void);

/* heddle_heap_may_grow returns 0 if the process has a limit of address space that leaves less than this. */
int heddle_heap_may_grow(size_t bytes);

/* heddle_heap_forgive lets builds go on although nothing is kept back, and the heap grow. */
void heddle_heap_forgive(void);

#endif
