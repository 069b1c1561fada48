/* C11 7.27 and POSIX: date and time. */
#ifndef HEDDLE_TIME_H
#define HEDDLE_TIME_H

#include <heddle/types.h>

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1

struct tm {
	int tm_sec;
	int tm_min;
	int tm_hour;
	int tm_mday;
	int tm_mon;
	int tm_year;
	int tm_wday;
	int tm_yday;
	int tm_isdst;
	long tm_gmtoff;
	const char *tm_zone;
};

struct itimerspec {
	struct timespec it_interval;
	struct timespec it_value;
};

struct sigevent;

clock_t clock(void);
time_t time(time_t *t);
double difftime(time_t end, time_t begin);
time_t mktime(struct tm *tm);
time_t timegm(struct tm *tm);
int timespec_get(struct timespec *ts, int base);
char *asctime(const struct tm *tm);
char *asctime_r(const struct tm *tm, char *buf);
char *ctime(const time_t *t);
char *ctime_r(const time_t *t, char *buf);
struct tm *gmtime(const time_t *t);
struct tm *gmtime_r(const time_t *t, struct tm *tm);
struct tm *localtime(const time_t *t);
struct tm *localtime_r(const time_t *t, struct tm *tm);
size_t strftime(char *s, size_t max, const char *format, const struct tm *tm);
int clock_gettime(clockid_t clock, struct timespec *ts);
int clock_settime(clockid_t clock, const struct timespec *ts);
int clock_getres(clockid_t clock, struct timespec *ts);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *request, struct timespec *remain);
int nanosleep(const struct timespec *request, struct timespec *remain);
void tzset(void);
int clock_getcpuclockid(pid_t, clockid_t *);
struct tm *getdate(const char *);
size_t strftime_l(char *, size_t, const char *, const struct tm *, locale_t);
char *strptime(const char *, const char *, struct tm *);
int timer_create(clockid_t, struct sigevent *, timer_t *);
int timer_delete(timer_t);
int timer_getoverrun(timer_t);
int timer_gettime(timer_t, struct itimerspec *);
int timer_settime(timer_t, int, const struct itimerspec *, struct itimerspec *);

/* A strict C program may have variables of these names. */
#if !defined __STRICT_ANSI__ || defined _POSIX_C_SOURCE || defined _XOPEN_SOURCE || defined _DEFAULT_SOURCE || defined _GNU_SOURCE
extern char *tzname[2];
#endif
#if !defined __STRICT_ANSI__ || defined _XOPEN_SOURCE || defined _DEFAULT_SOURCE || defined _GNU_SOURCE
extern long timezone;
extern int daylight;
#endif

#endif
