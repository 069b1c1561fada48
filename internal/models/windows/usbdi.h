/* The same as usb.h. */
#include <usb.h>
