// The routine comes back to its own control variable.
// simulate: blocked
// explore: deadlock
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;

static void init(void) {
	pthread_once(&control, init);
}

int main(void) {
	pthread_once(&control, init);
	return 0;
}
