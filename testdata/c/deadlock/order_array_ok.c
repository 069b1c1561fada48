// check: --property deadlock
// expect: PROVED
// expect[lockset]: POSSIBLE
// Locks in an array of structs, the lower address first: which one that is the engine does not follow.
#include <pthread.h>

struct acc { pthread_mutex_t m; int n; } acc[2] = {{PTHREAD_MUTEX_INITIALIZER, 4}, {PTHREAD_MUTEX_INITIALIZER, 4}};

static void move(struct acc *x, struct acc *y)
{
	if (y < x) {
		struct acc *z = x;
		x = y;
		y = z;
	}
	pthread_mutex_lock(&x->m);
	pthread_mutex_lock(&y->m);
	x->n--;
	y->n++;
	pthread_mutex_unlock(&y->m);
	pthread_mutex_unlock(&x->m);
}

void *one(void *arg)
{
	move(&acc[0], &acc[1]);
	return 0;
}

void *two(void *arg)
{
	struct acc *x = arg;
	move(x, &acc[0]);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, &acc[1]);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
