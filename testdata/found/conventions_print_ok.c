// check: --property race
// expect: PROVED
// localeconv changes no locale: others may format numbers beside it.
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
static void *print(void *arg) {
	printf("%d\n", 1);
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, print, 0);
	int digits = localeconv()->frac_digits;
	pthread_join(t, 0);
	return digits;
}
