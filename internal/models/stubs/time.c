/* Time. Clocks give arbitrary times; those that cannot be set do not go back. Sleeping has no effect, because a thread may be
   held up anywhere, and nothing interrupts it. Functions that return static objects write them plainly, as the real ones do. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

static time_t seconds(void) {
	time_t t = (time_t)__heddle_nondet_long();
	return t < 0 ? -(t + 1) : t;
}

static long below(long n) {
	long r = __heddle_nondet_long();
	return r >= 0 && r < n ? r : 0;
}

time_t time(time_t *t) {
	time_t now = seconds();
	if (t)
		*t = now;
	return now;
}

double difftime(time_t end, time_t begin) {
	return (double)(end - begin);
}

int timespec_get(struct timespec *ts, int base) {
	ts->tv_sec = seconds();
	ts->tv_nsec = below(1000000000);
	return base;
}

/* What each clock that does not go back gave last. The first time of all is not compared with anything, so that nothing looks at it. Used inside atomic sections only. */
static struct {
	int given;
	struct timespec at;
} last[8];

static int goes_on(clockid_t clock) {
	return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME || clock == CLOCK_PROCESS_CPUTIME_ID;
}

int clock_gettime(clockid_t clock, struct timespec *ts) {
	struct timespec now;
	now.tv_sec = seconds();
	now.tv_nsec = below(1000000000);
	if (goes_on(clock)) {
		__heddle_atomic_begin();
		if (last[clock].given) {
			if (now.tv_sec < last[clock].at.tv_sec)
				now = last[clock].at;
			else if (now.tv_sec == last[clock].at.tv_sec && now.tv_nsec < last[clock].at.tv_nsec)
				now.tv_nsec = last[clock].at.tv_nsec;
		}
		last[clock].given = 1;
		last[clock].at = now;
		__heddle_atomic_end();
	}
	*ts = now;
	return 0;
}

int clock_getres(clockid_t clock, struct timespec *ts) {
	(void)clock;
	if (ts) {
		ts->tv_sec = 0;
		ts->tv_nsec = 1;
	}
	return 0;
}

int gettimeofday(struct timeval *tv, void *tz) {
	(void)tz;
	if (tv) {
		tv->tv_sec = seconds();
		tv->tv_usec = below(1000000);
	}
	return 0;
}

int nanosleep(const struct timespec *request, struct timespec *remain) {
	__heddle_cancel_point();
	__heddle_touch(request, sizeof *request);
	(void)remain;
	return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *request, struct timespec *remain) {
	__heddle_cancel_point();
	(void)clock;
	(void)flags;
	__heddle_touch(request, sizeof *request);
	(void)remain;
	return 0;
}

unsigned int sleep(unsigned int s) {
	__heddle_cancel_point();
	(void)s;
	return 0;
}

int usleep(useconds_t usec) {
	__heddle_cancel_point();
	(void)usec;
	return 0;
}

/* ---- calendar time */

static void calendar(struct tm *tm) {
	tm->tm_sec = (int)below(61);
	tm->tm_min = (int)below(60);
	tm->tm_hour = (int)below(24);
	tm->tm_mday = (int)below(31) + 1;
	tm->tm_mon = (int)below(12);
	tm->tm_year = (int)below(8000);
	tm->tm_wday = (int)below(7);
	tm->tm_yday = (int)below(366);
	tm->tm_isdst = (int)below(2);
	tm->tm_gmtoff = 0;
	tm->tm_zone = "UTC";
}

static struct tm broken_down;
static char date[26];

static char *text(char *buf) {
	__heddle_fill_any(buf, 24);
	buf[24] = '\n';
	buf[25] = 0;
	return buf;
}

struct tm *gmtime_r(const time_t *t, struct tm *tm) {
	time_t when = *t;
	(void)when;
	calendar(tm);
	return tm;
}

struct tm *localtime_r(const time_t *t, struct tm *tm) {
	return gmtime_r(t, tm);
}

/* Each of gmtime, localtime, asctime and ctime may write both static objects. */
static struct tm *in_place(const time_t *t) {
	if (__heddle_nondet_shares())
		text(date);
	return gmtime_r(t, &broken_down);
}

struct tm *gmtime(const time_t *t) {
	return in_place(t);
}

struct tm *localtime(const time_t *t) {
	return in_place(t);
}

time_t mktime(struct tm *tm) {
	calendar(tm);
	return seconds();
}

time_t timegm(struct tm *tm) {
	return mktime(tm);
}

char *asctime_r(const struct tm *tm, char *buf) {
	__heddle_touch(tm, sizeof *tm);
	return text(buf);
}

char *ctime_r(const time_t *t, char *buf) {
	__heddle_touch(t, sizeof *t);
	return text(buf);
}

static char *date_text(void) {
	if (__heddle_nondet_shares())
		calendar(&broken_down);
	return text(date);
}

char *asctime(const struct tm *tm) {
	__heddle_touch(tm, sizeof *tm);
	return date_text();
}

char *ctime(const time_t *t) {
	__heddle_touch(t, sizeof *t);
	return date_text();
}

size_t strftime(char *s, size_t max, const char *format, const struct tm *tm) {
	__heddle_look_string(format);
	__heddle_touch(tm, sizeof *tm);
	size_t n = __heddle_nondet_size();
	if (max == 0)
		return 0;
	if (n >= max)
		n = max - 1;
	__heddle_fill_any(s, n);
	s[n] = 0;
	return n;
}

int getrusage(int who, struct rusage *usage) {
	(void)who;
	usage->ru_utime.tv_sec = seconds();
	usage->ru_utime.tv_usec = below(1000000);
	usage->ru_stime.tv_sec = seconds();
	usage->ru_stime.tv_usec = below(1000000);
	usage->ru_maxrss = __heddle_nondet_long();
	usage->ru_ixrss = usage->ru_idrss = usage->ru_isrss = 0;
	usage->ru_nswap = usage->ru_msgsnd = usage->ru_msgrcv = usage->ru_nsignals = 0;
	usage->ru_inblock = __heddle_nondet_long();
	usage->ru_oublock = __heddle_nondet_long();
	usage->ru_minflt = __heddle_nondet_long();
	usage->ru_majflt = __heddle_nondet_long();
	usage->ru_nvcsw = __heddle_nondet_long();
	usage->ru_nivcsw = __heddle_nondet_long();
	return 0;
}

int getrlimit(int resource, struct rlimit *limit) {
	(void)resource;
	limit->rlim_cur = __heddle_nondet_ulong();
	limit->rlim_max = __heddle_nondet_ulong();
	return 0;
}
