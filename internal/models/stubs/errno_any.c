/* What functions leave in the error number of which nothing better is known. It is linked where the user's code looks at errno. */
#include <errno.h>

void __heddle_errno_left(int e) {
	errno = e;
}
