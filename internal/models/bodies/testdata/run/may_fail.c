// With --may-fail an allocation that is not checked is found, one that is checked is not.
// may-fail
// simulate: exit 0
// explore: assert null-deref
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m;

static void *thread(void *arg) {
	return arg;
}

int main(void) {
	pthread_t t;
	int *checked = malloc(sizeof *checked);
	if (!checked) {
		assert(errno == ENOMEM);
		return 0;
	}
	*checked = 1;
	if (pthread_create(&t, NULL, thread, NULL) == 0)
		pthread_join(t, NULL);
	assert(pthread_mutex_init(&m, NULL) == 0); // fails
	int *unchecked = calloc(1, sizeof *unchecked);
	*unchecked = 1; // null
	return 0;
}
