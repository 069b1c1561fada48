// check: --property race
// expect: BUG race
// slow: explore
// What comes in is a range of any length: no bound on loops keeps the race from being reached.
#include <pthread.h>
#include <sys/socket.h>

static int quits;

static void *serve(void *arg)
{
	char line[4096];
	ssize_t n = recv(3, line, sizeof line, 0);
	if (n == sizeof line && line[4095] == 'q')
		quits++; // race!
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, serve, 0);
	pthread_create(&u, 0, serve, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
