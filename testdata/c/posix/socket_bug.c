// check: --property assert
// expect: BUG assert
#include <assert.h>
#include <sys/socket.h>

int main(void) {
	char c = 'a';
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	assert(fd >= 0);                       // fail!
	if (recv(fd, &c, 1, 0) == 1)
		assert(c == 'a');              // fail!
	return 0;
}
