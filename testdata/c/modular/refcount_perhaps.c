// check: --property assert,race --rounds 2 --unwind 2
// expect: PROVED
// expect[modular]: POSSIBLE
// The count is that of all who hold a reference.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int refs = 1;
atomic_int gone;
void *user(void *a)
{
	assert(!gone);
	if (atomic_fetch_sub(&refs, 1) == 1)
		gone = 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	for (int i = 0; i < 2; i++) {
		atomic_fetch_add(&refs, 1);
		pthread_create(&t, 0, user, 0);
	}
	if (atomic_fetch_sub(&refs, 1) == 1)
		gone = 1;
	return 0;
}
