// check: --property race
// expect: BUG race
// The byte is written too early.
#include <pthread.h>
#include <unistd.h>
void lib_log(const char *);
static int fd[2], x;
static void *work(void *arg) {
	write(fd[1], "x", 1);
	x = 1; // race!
	return arg;
}
int main(void) {
	pthread_t t;
	char c;
	lib_log("start");
	if (pipe(fd))
		return 1;
	pthread_create(&t, 0, work, 0);
	if (read(fd[0], &c, 1) != 1)
		return 1;
	x++; // race!
	pthread_join(t, 0);
	return 0;
}
