// check: --property race,memory --rounds 2 --unwind 1
// expect: BOUNDED
// expect[explore]: UNKNOWN it rests on assumptions
// slow: explore
// A struct of numbers, characters, a list, a function and a lock, through two functions that nothing defines.
#include <pthread.h>
struct node {
	unsigned char v;
	struct node *next;
};
struct box {
	unsigned char n;
	struct node *first;
	unsigned char *p;
	void (*call)(void *);
	void *arg;
	pthread_mutex_t m;
};
static struct node a, b = {1, &a};
static struct box x = {1, &b, 0, 0, 0}, y = {2, &a, &a.v, 0, &b};
void fill(struct box *);
void show(const struct box *);
int find(struct node **);
static void *work(void *arg) {
	struct node *n;
	if (!find(&n) && n)
		n->v = 2; // norace
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	fill(&x);
	show(&y);
	if (x.first)
		x.first->v = 1; // norace
	pthread_join(t, 0);
	return 0;
}
