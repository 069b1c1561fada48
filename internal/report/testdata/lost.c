#include <pthread.h>
#include <assert.h>
int x;
void *w(void *a)
{
	x++;
	return 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	x++;
	pthread_join(t, 0);
	assert(x == 2);
}
