// check: --property assert,race
// expect: BUG assert
// expect[explore]: UNKNOWN inputs wider than 8 bits
// Trap: what one thread read another one copies and searches, all under a lock.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char buf[1000], mine[1000];
static int full;

static void *reader(void *arg) {
	pthread_mutex_lock(&lock);
	full = read(0, buf, sizeof buf) == (long)sizeof buf; // norace
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, reader, 0);
	pthread_mutex_lock(&lock);
	memcpy(mine, buf, sizeof mine); // norace
	int n = full;
	pthread_mutex_unlock(&lock);
	assert(!n || mine[900] != 'k' || strlen(mine + 900) != 7); // fail!
	pthread_join(t, 0);
	return 0;
}
