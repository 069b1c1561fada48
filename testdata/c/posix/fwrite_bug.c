// check: --property race
// expect: BUG race
// Trap: fwrite reads the whole struct, up to its last byte.
#include <pthread.h>
#include <stdio.h>

static struct record {
	int number;
	char text[12341];
	char last;
} record;

static void *set(void *arg) {
	record.last = 1; // race!
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	fwrite(&record, sizeof record, 1, stdout); // race!
	pthread_join(t, 0);
	return 0;
}
