// explore:
#include <assert.h>
#include <pthread.h>

static int order[4], n;

static void note(void *arg) {
	order[n++] = (int)(long)arg;
}

static void inner(void) {
	pthread_cleanup_push(note, (void *)3L);
	pthread_exit(NULL);
	pthread_cleanup_pop(0);
}

static void *thread(void *arg) {
	pthread_cleanup_push(note, (void *)1L);
	pthread_cleanup_push(note, (void *)2L);
	pthread_cleanup_pop(1);
	pthread_cleanup_push(note, (void *)9L);
	pthread_cleanup_pop(0);
	inner();
	pthread_cleanup_pop(0);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	assert(n == 3 && order[0] == 2 && order[1] == 3 && order[2] == 1);
	return 0;
}
