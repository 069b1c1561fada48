// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// Lib_set keeps the static function it was given and calls it at a later time with no lock of the program.
#include <pthread.h>
#include <stddef.h>
void lib_set(void (*fn)(void));
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void bump(void) { x = 2; }
int main(void) {
	lib_set(bump);
	pthread_mutex_lock(&m);
	x = 1;
	pthread_mutex_unlock(&m);
	return 0;
}
