// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// expect[lockset]: POSSIBLE
// A pointer is copied in four parts, and memcpy writes one of them anew: it leads to another place in its object.
#include <pthread.h>
#include <string.h>
struct pair { int a[16]; int b[16]; };
static _Alignas(65536) struct pair data;
static int *p = data.b;
static struct { unsigned short q[4]; } h;
static unsigned short low = 0;
static void *writer(void *x)
{
	int *r;
	h.q[0] = ((unsigned short *)&p)[0];
	h.q[1] = ((unsigned short *)&p)[1];
	h.q[2] = ((unsigned short *)&p)[2];
	h.q[3] = ((unsigned short *)&p)[3];
	memcpy(&h.q[0], &low, 2);
	((unsigned short *)&r)[0] = h.q[0];
	((unsigned short *)&r)[1] = h.q[1];
	((unsigned short *)&r)[2] = h.q[2];
	((unsigned short *)&r)[3] = h.q[3];
	*r = 1;
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
