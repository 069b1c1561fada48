/* BSD: old names of limits. */
#ifndef HEDDLE_SYS_PARAM_H
#define HEDDLE_SYS_PARAM_H
#include <limits.h>
#include <sys/types.h>
#define MAXPATHLEN PATH_MAX
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#endif
