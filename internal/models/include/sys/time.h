/* POSIX: time of day. */
#ifndef HEDDLE_SYS_TIME_H
#define HEDDLE_SYS_TIME_H

#include <heddle/types.h>
#include <sys/select.h>

#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2

struct timezone {
	int tz_minuteswest;
	int tz_dsttime;
};

struct itimerval {
	struct timeval it_interval;
	struct timeval it_value;
};

int gettimeofday(struct timeval *tv, void *tz);
int settimeofday(const struct timeval *tv, const struct timezone *tz);
int getitimer(int which, struct itimerval *value);
int setitimer(int which, const struct itimerval *value, struct itimerval *old);
int utimes(const char *path, const struct timeval times[2]);

#define timerclear(t) ((void)((t)->tv_sec = (t)->tv_usec = 0))
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timercmp(a, b, op) ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec op(b)->tv_usec : (a)->tv_sec op(b)->tv_sec)
#define timeradd(a, b, r) \
	do { \
		(r)->tv_sec = (a)->tv_sec + (b)->tv_sec; \
		(r)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
		if ((r)->tv_usec >= 1000000) { \
			(r)->tv_sec++; \
			(r)->tv_usec -= 1000000; \
		} \
	} while (0)
#define timersub(a, b, r) \
	do { \
		(r)->tv_sec = (a)->tv_sec - (b)->tv_sec; \
		(r)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
		if ((r)->tv_usec < 0) { \
			(r)->tv_sec--; \
			(r)->tv_usec += 1000000; \
		} \
	} while (0)

#endif
