/* Who starts a thread looks at its attributes; that changes nothing: a detached thread runs like any other. */
#include <heddle_intrinsics.h>
#include <pthread.h>

void __heddle_look_attr(const pthread_attr_t *attr) {
	if (attr)
		__heddle_touch(attr, sizeof *attr);
}
