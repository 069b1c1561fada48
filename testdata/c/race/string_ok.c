// check: --property race
// expect: PROVED
// What lies behind the end of a string is not read with it.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char name[8] = "abcd";

static void *writer(void *arg) {
	name[5] = 'x';
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	size_t n = strlen(name);
	printf("%s %.2s\n", name, name);
	puts(name);
	pthread_join(t, 0);
	return n == 9;
}
