/* Attributes of threads in programs that make none. */
#include <pthread.h>

void __heddle_look_attr(const pthread_attr_t *attr) {
	(void)attr;
}
