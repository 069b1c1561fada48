// A normal mutex that its owner locks again; spin locks and rwlocks are no better.
// simulate: blocked
// explore: deadlock
#include <pthread.h>

int main(void) {
	static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	return 0;
}
