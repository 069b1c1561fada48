// check: --property race
// expect: BUG race
// What was registered with a descriptor comes back with its events, in any thread that waits.
#include <pthread.h>
#include <sys/epoll.h>

struct connection { int fd, requests; };

static struct connection one;

static void *worker(void *arg)
{
	struct epoll_event e[2];
	int n = epoll_wait(*(int *)arg, e, 2, -1);
	if (n > 0)
		((struct connection *)e[0].data.ptr)->requests++; // race!
	return 0;
}

int main(void)
{
	int fd = epoll_create1(0);
	struct epoll_event e = { .events = EPOLLIN, .data.ptr = &one };
	if (fd < 0 || epoll_ctl(fd, EPOLL_CTL_ADD, 0, &e))
		return 1;
	pthread_t t, u;
	pthread_create(&t, 0, worker, &fd);
	pthread_create(&u, 0, worker, &fd);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
