// check: --property assert
// expect: PROVED
// What was written is read, as far as it goes; then the end.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	int fd[2];
	char b[4];
	if (pipe(fd))
		return 1;
	assert(write(fd[1], "ab", 2) == 2);
	write(fd[1], "c", 1);
	assert(read(fd[0], b, 2) == 2 && b[0] == 'a' && b[1] == 'b');
	write(fd[1], "d", 1);
	assert(read(fd[0], b, 4) == 2 && b[0] == 'c' && b[1] == 'd');
	close(fd[1]);
	assert(read(fd[0], b, 4) == 0);
	assert(write(fd[0], b, 1) < 0);
	return 0;
}
