// check: --property assert
// expect: BUG assert
// select writes the sets: what was in one may be gone.
#include <assert.h>
#include <sys/select.h>

int main(void)
{
	fd_set in;
	FD_ZERO(&in);
	FD_SET(3, &in);
	struct timeval wait = { 1, 0 };
	if (select(4, &in, 0, 0, &wait) >= 0)
		assert(FD_ISSET(3, &in)); // fail!
	return 0;
}
