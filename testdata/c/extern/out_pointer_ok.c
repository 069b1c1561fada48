// check: --property memory,race --rounds 2 --unwind 2
// expect: BOUNDED
// expect[explore]: UNKNOWN the result of an undefined function
// An out-parameter holds null or an object afterwards, not what it held when nobody had written it.
#include <pthread.h>
struct node {
	unsigned char flags;
	struct node *next;
};
int resolve(const char *name, struct node **out);
static void *work(void *arg) {
	struct node *list;
	if (resolve("name", &list))
		return 0;
	if (list)
		list->flags = 1; // norace
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return 0;
}
