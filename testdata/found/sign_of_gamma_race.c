// check: --property race
// expect: POSSIBLE race
// lgamma stores the sign in signgam, which another thread reads (POSIX lgamma).
#include <math.h>
#include <pthread.h>
static void *gamma_of(void *arg) {
	(void)lgamma(2.5);
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, gamma_of, 0);
	int sign = signgam;
	pthread_join(t, 0);
	return sign;
}
