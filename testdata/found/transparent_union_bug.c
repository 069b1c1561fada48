// check: --property assert
// expect: BUG assert
// As glibc declares it: the address is passed as the first member of a union, and the function writes to it. PROVED was said: it wrote to the union.
#include <assert.h>

struct sockaddr { unsigned short family; char data[14]; };
struct sockaddr_un;
typedef union { struct sockaddr *any; struct sockaddr_un *un; } address __attribute__((__transparent_union__));
int getsockname(int fd, address a, unsigned *len);

int main(void)
{
	struct sockaddr a = { 1, { 0 } };
	unsigned len = sizeof a;
	if (getsockname(0, &a, &len) == 0)
		assert(a.family == 1); // fail!
	return 0;
}
