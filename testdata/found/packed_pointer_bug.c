// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// A pointer in a packed struct: the four bytes at offset 4 are its lower half, and adding to them moves it within its object.
#include <pthread.h>
struct pair { int a[4]; int b[4]; };
static struct pair data;
static struct __attribute__((packed)) holder { int tag; int *p; } h = { 0, data.a };
static void *writer(void *x)
{
	unsigned *half = (unsigned *)((char *)&h + 4); /* the lower half of h.p */
	__sync_fetch_and_add(half, 16);               /* now data.b */
	*h.p = 1; // race!
	return x;
}
static void *other(void *x)
{
	data.b[0] = 2;      // race!
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
