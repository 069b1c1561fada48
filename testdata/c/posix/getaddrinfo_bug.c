// check: --property race --timeout 20s
// expect: BUG race
// slow: explore
// A list of addresses, each of which may answer; then it is freed.
#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int connected;

static void *reach(void *host)
{
	struct addrinfo hints, *list;
	memset(&hints, 0, sizeof hints);
	hints.ai_socktype = SOCK_STREAM;
	if (getaddrinfo(host, "80", &hints, &list))
		return 0;
	for (struct addrinfo *a = list; a; a = a->ai_next) {
		int s = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
		if (s >= 0 && connect(s, a->ai_addr, a->ai_addrlen) == 0)
			connected++; // race!
	}
	freeaddrinfo(list);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, reach, "a");
	pthread_create(&u, 0, reach, "b");
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
