#ifndef HEDDLE_FILES_H
#define HEDDLE_FILES_H

#include <stddef.h>
#include <stdint.h>

/* The small files in which the system describes the machine. */

/* heddle_read_file reads the beginning of the file folder/directory/name as a text, as much as there is room for. The text
 * is empty if there is no such file. */
void heddle_read_file(char *text, size_t bytes, const char *folder, const char *directory, const char *name);

/* heddle_number reads a number at the beginning of a text, after blanks, and leaves *text after it. It is 0 if there is
 * none; so are "max" and -1, which mean that there is no limit. */
uint64_t heddle_number(const char **text);

/* heddle_next_line ends the line at *rest with a zero and moves *rest to the next one. It returns NULL at the end. */
char *heddle_next_line(char **rest);

#endif
