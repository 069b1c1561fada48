// Everything that takes something from outside, with all inputs zero.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
	char line[16], word[8], *text = NULL;
	size_t size = 0;
	int n = 5;
	long l = 6;
	struct timespec ts;
	struct timeval tv;
	struct stat st;
	struct tm tm;
	time_t now = time(NULL);
	sigset_t set;
	printf("%d %s\n", n, "text");
	puts("text");
	fputs("text", stderr);
	fprintf(stdout, "%s", line);
	perror("x");
	FILE *f = fopen("file", "r");
	assert(!f);
	assert(scanf("%d %7s %ld", &n, word, &l) == 3 && n == 0 && l == 0);
	assert(fgetc(stdin) == EOF && fread(line, 1, 4, stdin) == 0);
	assert(getline(&text, &size, stdin) == -1 || strlen(text) < 128);
	assert(fgets(line, sizeof line, stdin) == line && line[0] == 0);
	int fd = open("file", O_RDWR | O_CREAT, 0600);
	assert(fd == 0);
	assert(read(fd, line, sizeof line) == 0);
	assert(write(fd, "abc", 3) >= -1);
	assert(close(fd) <= 0);
	assert(clock_gettime(CLOCK_MONOTONIC, &ts) == 0 && ts.tv_nsec < 1000000000);
	assert(gettimeofday(&tv, NULL) == 0 && tv.tv_usec < 1000000);
	assert(localtime_r(&now, &tm) == &tm && tm.tm_mon < 12 && tm.tm_mday > 0);
	assert(rand() >= 0 && getpid() == getpid() && sleep(3) == 0 && usleep(5) == 0 && nanosleep(&ts, NULL) == 0);
	assert(sigemptyset(&set) == 0 && sigaddset(&set, SIGUSR1) == 0 && sigismember(&set, SIGUSR1) == 1 && sigismember(&set, SIGHUP) == 0);
	assert(stat("file", &st) == 0);
	assert(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
	assert(!getenv("HOME") || strlen(getenv("HOME")) < 16);
	errno = 3;
	assert(errno == 3 && strlen(strerror(errno)) > 0);
	return 0;
}
