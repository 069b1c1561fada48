// check: --property race
// expect: UNKNOWN
// More than a model of a pipe holds.
#include <unistd.h>

static char buf[600];

int main(void)
{
	int fd[2];
	if (pipe(fd))
		return 1;
	write(fd[1], buf, sizeof buf);
	return 0;
}
