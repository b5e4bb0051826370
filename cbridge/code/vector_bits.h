#ifndef HEDDLE_VECTOR_BITS_H
#define HEDDLE_VECTOR_BITS_H

/* heddle_vector_bits is the length of the vectors that machine code can use here: 512 (AVX-512 F, VL, BW, DQ and CD), 256
 * (AVX2, FMA, BMI1, BMI2, LZCNT, POPCNT and F16C), or 0 when the processor, or the system, has not all of that. Asked by
 * feature bits, never by the processor's model. */
int heddle_vector_bits(void);

/* heddle_vector_bits_asked is the same by the processor's own word, for the test. */
int heddle_vector_bits_asked(void);

/* heddle_has_vnni reports whether AVX-512 has sums of products of words (VNNI). */
int heddle_has_vnni(void);

#endif
