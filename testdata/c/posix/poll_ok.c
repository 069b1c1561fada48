// check: --property assert,race
// expect: PROVED
// expect[explore]: UNKNOWN
// poll writes revents and nothing else, and says how many it set. explore does not try all that it may say.
#include <assert.h>
#include <poll.h>

int main(void)
{
	struct pollfd p[2] = { { 3, POLLIN, 0 }, { 4, POLLOUT, 0 } };
	int n = poll(p, 2, -1);
	assert(n <= 2);
	assert(p[0].fd == 3 && p[1].fd == 4 && p[0].events == POLLIN && p[1].events == POLLOUT);
	return 0;
}
