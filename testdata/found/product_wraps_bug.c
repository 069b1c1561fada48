// check: --property race
// expect: BUG race
// A multiple of 12 that wraps is none: 12 * 3074457345618258603 is 4, and the access meets a[0].y. The split of memory into regions took the product
// for an index into an array of structs, and rounds said PROVED.
#include <pthread.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
struct s { int x, y, z; };
struct s a[8];
unsigned long i;

void *bytes(void *p)
{
	*(int *)((char *)a + i * sizeof(struct s)) = 1; // race!
	return 0;
}

void *member(void *p)
{
	a[0].y = 2; // race!
	return 0;
}

int main(void)
{
	pthread_t t, u;
	i = __VERIFIER_nondet_ulong();
	if (i != 3074457345618258603UL)
		return 0;
	pthread_create(&t, 0, bytes, 0);
	pthread_create(&u, 0, member, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
