// check: --property race
// expect: BUG race
// Names with such words that keep nothing apart: the program races whatever these functions do.
#include <pthread.h>
struct lib;
struct lib *lib_new(void);
int lib_block_write(struct lib *);
void lib_clock_update(struct lib *);
void lib_set_wait_timeout(struct lib *, int);
struct lib *lib_get_lock(struct lib *);
static struct lib *l;
static int n;
static void *work(void *arg) {
	lib_clock_update(l);
	lib_set_wait_timeout(l, 1);
	lib_get_lock(l);
	lib_block_write(l);
	n++; // race!
	return arg;
}
int main(void) {
	pthread_t t;
	l = lib_new();
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return 0;
}
