/* guiddef.h, as far as drivers need it. */
#include <wdm.h>
