// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// expect[lockset]: POSSIBLE
// The lowest byte of a pointer is cleared: it leads to another place in its object.
#include <pthread.h>
struct pair { int a[4]; int b[4]; };
static _Alignas(256) struct pair data;
static int *p = data.b;
static void *writer(void *x)
{
	*(unsigned char *)&p = 0; /* the lowest byte: now data.a */
	*p = 1;
	return x;
}
static void *other(void *x)
{
	data.a[0] = 2; /* races */
	return x;
}
int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, writer, 0);
	pthread_create(&t, 0, other, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
