/* initguid.h, as far as drivers need it. */
#ifndef INITGUID
#define INITGUID
#endif
#include <ntdef.h>
