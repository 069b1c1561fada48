// check: --property race
// expect: PROVED
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct record {
	int number;
	char text[12341];
	char last;
} record;

static void *set(void *arg) {
	pthread_mutex_lock(&lock);
	record.last = 1; // norace
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	pthread_mutex_lock(&lock);
	fwrite(&record, sizeof record, 1, stdout); // norace
	pthread_mutex_unlock(&lock);
	pthread_join(t, 0);
	return 0;
}
