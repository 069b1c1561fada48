/* What drivers include that are not only for Plug and Play. */
#ifndef HEDDLE_NTDDK_H
#define HEDDLE_NTDDK_H
#include <wdm.h>
#endif
