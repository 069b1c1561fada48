// check: --property race
// expect: PROVED
// strerror_r writes to memory of the caller's.
#include <pthread.h>
#include <string.h>
static void *ask(void *arg) {
	char text[16];
	strerror_r(1, text, sizeof text);
	return text[0] ? arg : 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, ask, 0);
	char text[16];
	strerror_r(2, text, sizeof text);
	pthread_join(t, 0);
	return text[0] == 'E';
}
