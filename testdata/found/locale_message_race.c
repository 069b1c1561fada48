// check: --property race
// expect: POSSIBLE race
// In which language strerror speaks setlocale may change (C11 7.11.1.1): the calls of strerror have a lock, and setlocale has none.
#include <locale.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *speak(void *arg)
{
	pthread_mutex_lock(&m);
	strerror(2); // race!
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, speak, 0);
	setlocale(LC_ALL, ""); // race!
	pthread_join(t, 0);
	return 0;
}
