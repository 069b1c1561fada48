// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Uninitialised members of a struct handed over are filled too, a pointer with a valid object.
#include <pthread.h>
#include <stddef.h>
struct ctx { int size; int *buf; };
void ctx_setup(struct ctx *c);
static void *worker(void *arg) {
	struct ctx *c = arg;
	c->buf[0] = 1; // race!
	return NULL;
}
int main(void) {
	pthread_t a, b;
	struct ctx c;
	ctx_setup(&c);
	pthread_create(&a, NULL, worker, &c);
	pthread_create(&b, NULL, worker, &c);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
