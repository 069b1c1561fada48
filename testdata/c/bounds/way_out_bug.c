// check: --property race --unwind 1
// expect: BUG race
// expect[rounds]: BUG race
// Reading the format takes more iterations than one, and none of the first comes to a way out: the thread is started all the same.
#include <pthread.h>
#include <stdio.h>

int x;
unsigned char hw[6];

void *worker(void *arg)
{
	x++; // race!
	return 0;
}

static int size_of(const char *p)
{
	int size = 0;
	for (;; p++) {
		if (*p == 'h')
			size++;
		else if (*p == 'l')
			size += 8;
		else
			break;
	}
	return size;
}

int main(int argc, char **argv)
{
	pthread_t t;
	sscanf(argv[0], "%hhx:%hhx:%hhx:%hhx", &hw[0], &hw[1], &hw[2], &hw[3]);
	if (size_of("hhlhx") != 11)
		return 1;
	pthread_create(&t, 0, worker, 0);
	x++; // race!
	pthread_join(t, 0);
	return 0;
}
