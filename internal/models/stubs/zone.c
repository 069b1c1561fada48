/* The time zone: UTC, as the calendar functions have it. */

long timezone;
int daylight;
char *tzname[2] = {"UTC", "UTC"};

extern long __timezone __attribute__((alias("timezone")));
extern int __daylight __attribute__((alias("daylight")));
extern char *__tzname[2] __attribute__((alias("tzname")));
