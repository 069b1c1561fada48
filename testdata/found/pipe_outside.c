// check: --property race
// expect: POSSIBLE race
// The byte says that x is written. A function that was given no descriptor does not write it instead.
#include <pthread.h>
#include <unistd.h>
void lib_log(const char *);
static int fd[2], x;
static void *work(void *arg) {
	x = 1;
	write(fd[1], "x", 1);
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
	x++;
	pthread_join(t, 0);
	return 0;
}
