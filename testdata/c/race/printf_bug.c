// check: --property race
// expect: BUG race
// printf reads the string of %s and writes the number of %n.
#include <pthread.h>
#include <stdio.h>

static char name[4] = "abc";
static int count;

static void *writer(void *arg) {
	name[0] = 'x'; // race!
	return arg;
}

static void *counter(void *arg) {
	count = 1; // race!
	return arg;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, writer, 0);
	pthread_create(&u, 0, counter, 0);
	printf("%d %s\n", 1, name); // race!
	printf("%*d%n\n", 3, 4, &count); // race!
	return 0;
}
