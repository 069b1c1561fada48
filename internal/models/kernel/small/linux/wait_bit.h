/* Part of the small headers. */
#include <heddle/small.h>
