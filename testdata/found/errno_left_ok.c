// check: --property assert
// expect: PROVED
// The error number is a thread's own, and strtol leaves none for a number that fits (C11 7.22.1.4p8).
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *other(void *unused)
{
	puts("working");
	errno = EIO;
	return 0;
}

int main(void)
{
	pthread_t t;
	char *end;
	errno = 0;
	pthread_create(&t, 0, other, 0);
	assert(strtol("12", &end, 10) == 12);
	assert(errno == 0);
	pthread_join(t, 0);
	return 0;
}
