// check: --property race
// expect: POSSIBLE race
// Two threads call strsignal, which need not be safe in threads (POSIX 2.9.1): where its calls share a buffer they race. This was proved.
#include <pthread.h>
#include <string.h>

static void *w(void *a) {
	return strsignal(2) ? a : 0; // race!
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	int known = strsignal(9) != 0; // race!
	pthread_join(t, 0);
	return known;
}
