// check: --property assert
// expect: PROVED
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int main(void)
{
	uint64_t v;
	int all = eventfd(2, 0), one = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
	if (all < 0 || one < 0)
		return 1;
	eventfd_write(all, 3);
	assert(eventfd_read(all, &v) == 0 && v == 5);
	assert(read(one, &v, sizeof v) == sizeof v && v == 1);
	assert(read(one, &v, sizeof v) == sizeof v && v == 1);
	assert(read(one, &v, sizeof v) == -1 && errno == EAGAIN);
	assert(read(one, &v, 4) == -1 && errno == EINVAL);
	return 0;
}
