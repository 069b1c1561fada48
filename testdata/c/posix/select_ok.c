// check: --property assert
// expect: PROVED
// Only descriptors that were in a set may be left in it.
#include <assert.h>
#include <sys/select.h>

int main(void)
{
	fd_set in;
	FD_ZERO(&in);
	FD_SET(3, &in);
	if (select(6, &in, 0, 0, 0) >= 0)
		assert(!FD_ISSET(5, &in));
	return 0;
}
