#ifndef HEDDLE_HOST_H
#define HEDDLE_HOST_H

/* heddle_host_start takes the fault signals over; see host.c. */
void heddle_host_start(void);

/* heddle_host_check takes them over again if somebody else has taken them since, and at most every 200 ms looks at all
 * other signals. */
void heddle_host_check(void);

/* heddle_host_sweep looks at all signals now. */
void heddle_host_sweep(void);

#endif
