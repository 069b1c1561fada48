// strtok keeps its position for all threads; strtok_r does not.
// explore: race
#include <pthread.h>
#include <string.h>

static void *thread(void *arg) {
	char text[] = "a b", *save;
	strtok_r(text, " ", &save);
	strtok(text, " "); // race!
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, thread, 0);
	thread(0);
	pthread_join(t, 0);
	return 0;
}
