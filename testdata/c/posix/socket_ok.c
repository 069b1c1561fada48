// check: --property assert,memory
// expect: PROVED
// expect[explore]: UNKNOWN     results of system calls are tried at some values
// What sockets give fits what was asked for.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>

int main(void) {
	char buf[2];
	assert(ntohs(htons(0x1234)) == 0x1234 && htons(0x1234) == 0x3412);
	assert(htonl(0x01020304) == 0x04030201);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	assert(fd >= -1);
	int c = accept(fd, 0, 0);
	if (c < 0) {
		assert(errno > 0);
		return 0;
	}
	ssize_t n = recv(c, buf, 1, 0);
	assert(n >= -1 && n <= 1);
	n = send(c, buf, 2, 0);
	assert(n >= -1 && n <= 2);
	return 0;
}
