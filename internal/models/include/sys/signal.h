/* The older name of <signal.h>. */
#include <signal.h>
