// check: --property race
// expect: PROVED
// As locale_message_race.c, but the language is chosen before the thread is there.
#include <locale.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *speak(void *arg)
{
	pthread_mutex_lock(&m);
	strerror(2);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	setlocale(LC_ALL, "");
	pthread_create(&t, 0, speak, 0);
	pthread_join(t, 0);
	return 0;
}
