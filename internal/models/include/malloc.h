/* The older name of the allocation part of <stdlib.h>. */
#ifndef HEDDLE_MALLOC_H
#define HEDDLE_MALLOC_H

#include <stdlib.h>

size_t malloc_usable_size(void *p);
void cfree(void *p);

#endif
