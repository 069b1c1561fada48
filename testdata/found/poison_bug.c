// check: --property assert,race
// expect: BUG race
// A removed node gets an address at which nothing lies: a constant plus a constant, of which the second is negative as an index. Nothing ended at the sum but the analysis,
// so nobody went on to the write without the lock.
#include <pthread.h>

struct node { struct node *next; int uses; };
#define POISON ((void *)0x100 + 0xdead000000000000UL)

static struct node first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *unused)
{
	pthread_mutex_lock(&lock);
	first.uses++; // race!
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, user, 0);
	pthread_mutex_lock(&lock);
	first.next = POISON;
	pthread_mutex_unlock(&lock);
	first.uses = 0; // race!
	pthread_join(t, 0);
	return 0;
}
