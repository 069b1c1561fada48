/* Random bytes of the system. */
#ifndef HEDDLE_SYS_RANDOM_H
#define HEDDLE_SYS_RANDOM_H

#include <heddle/types.h>

#define GRND_NONBLOCK 1
#define GRND_RANDOM 2

ssize_t getrandom(void *buf, size_t n, unsigned int flags);
int getentropy(void *buf, size_t n);

#endif
