// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// expect[lockset]: POSSIBLE
// A range as long as an element that begins inside of one touches two.
#include <pthread.h>
#include <string.h>
int a[4];
int k;
void *w(void *p)
{
	memset((char *)a + k, 1, 4); // race!
	return p;
}
int main(void)
{
	pthread_t t;
	k = 2;
	pthread_create(&t, 0, w, 0);
	a[0] = 1; // race!
	pthread_join(t, 0);
	return a[1];
}
