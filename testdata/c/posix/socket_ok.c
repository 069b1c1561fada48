// check: --property assert,memory
// expect: PROVED
// What sockets give fits what was asked for.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>

int main(void) {
	char buf[2];
	assert(ntohs(htons(0x1234)) == 0x1234 && htons(0x1234) == 0x3412);
	assert(htonl(0x01020304) == 0x04030201);
	ssize_t n = recv(3, buf, sizeof buf, 0);
	assert(n >= -1 && n <= 2);
	assert(n != -1 || errno > 0);
	return 0;
}
