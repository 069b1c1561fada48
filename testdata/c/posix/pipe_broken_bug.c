// check: --property assert
// expect: BUG assert
// Nobody can read it any more.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	int fd[2];
	if (pipe(fd))
		return 1;
	close(fd[0]);
	assert(write(fd[1], "x", 1) == 1); // fail!
	return 0;
}
