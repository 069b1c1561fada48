// free is a write of the whole object; join orders it.
// simulate: failure
// explore: race use-after-free
#include <pthread.h>
#include <stdlib.h>

static void *thread(void *arg) {
	*(int *)arg = 1; // race!
	return 0;
}

int main(void) {
	pthread_t t;
	int *p = malloc(sizeof *p);
	pthread_create(&t, 0, thread, p);
	free(p);
	pthread_join(t, 0);
	return 0;
}
