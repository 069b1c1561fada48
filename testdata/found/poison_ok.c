// check: --property assert,race
// expect: PROVED
// A removed node gets an address at which nothing lies: a constant plus a constant, of which the second is negative as an index. Nothing ended at the sum but the analysis,
// so nothing behind it was looked at.
#include <pthread.h>

struct node { struct node *next; int uses; };
#define POISON ((void *)0x100 + 0xdead000000000000UL)

static struct node first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *unused)
{
	pthread_mutex_lock(&lock);
	first.uses++; // norace
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, user, 0);
	pthread_mutex_lock(&lock);
	first.next = POISON;
	first.uses = 0; // norace
	pthread_mutex_unlock(&lock);
	pthread_join(t, 0);
	return 0;
}
