// check: --property memory
// expect: BUG use-after-free
#include <netdb.h>
#include <sys/socket.h>

int main(void)
{
	struct addrinfo *list;
	if (getaddrinfo("a", "80", 0, &list))
		return 1;
	freeaddrinfo(list);
	return list->ai_family; // use-after-free!
}
