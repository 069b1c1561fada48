/* The older name of <string.h>. */
#ifndef HEDDLE_MEMORY_H
#define HEDDLE_MEMORY_H
#include <string.h>
#endif
