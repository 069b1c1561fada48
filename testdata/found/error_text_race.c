// check: --property race
// expect: POSSIBLE race
// The text of strerror is one for all calls in some libraries: it is read here while another thread asks again. This was proved.
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const char *text(int error) {
	pthread_mutex_lock(&m);
	const char *s = strerror(error);
	pthread_mutex_unlock(&m);
	return s;
}
static void *ask(void *arg) {
	return text(1) ? arg : 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, ask, 0);
	int first = text(2)[0];
	pthread_join(t, 0);
	return first == 'E';
}
