/* What headers of glibc call functions with _FORTIFY_SOURCE, where the sizes of objects stand among the other parameters. The sizes are not looked at: an access outside
   of an object is found where it happens. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int __sprintf_chk(char *s, int flag, size_t room, const char *format, ...);
int __snprintf_chk(char *s, size_t n, int flag, size_t room, const char *format, ...);
int __asprintf_chk(char **s, int flag, const char *format, ...);
int __vsprintf_chk(char *s, int flag, size_t room, const char *format, va_list ap);
int __vsnprintf_chk(char *s, size_t n, int flag, size_t room, const char *format, va_list ap);
int __vasprintf_chk(char **s, int flag, const char *format, va_list ap);
char *__fgets_chk(char *s, size_t room, int n, FILE *f);
size_t __fread_chk(void *p, size_t room, size_t size, size_t n, FILE *f);
long __fdelt_chk(long fd);

int __vsprintf_chk(char *s, int flag, size_t room, const char *format, va_list ap) {
	(void)flag;
	(void)room;
	return vsprintf(s, format, ap);
}

int __vsnprintf_chk(char *s, size_t n, int flag, size_t room, const char *format, va_list ap) {
	(void)flag;
	(void)room;
	return vsnprintf(s, n, format, ap);
}

int __vasprintf_chk(char **s, int flag, const char *format, va_list ap) {
	(void)flag;
	return vasprintf(s, format, ap);
}

int __sprintf_chk(char *s, int flag, size_t room, const char *format, ...) {
	va_list ap;
	(void)flag;
	(void)room;
	va_start(ap, format);
	int n = vsprintf(s, format, ap);
	va_end(ap);
	return n;
}

int __snprintf_chk(char *s, size_t n, int flag, size_t room, const char *format, ...) {
	va_list ap;
	(void)flag;
	(void)room;
	va_start(ap, format);
	int r = vsnprintf(s, n, format, ap);
	va_end(ap);
	return r;
}

int __asprintf_chk(char **s, int flag, const char *format, ...) {
	va_list ap;
	(void)flag;
	va_start(ap, format);
	int n = vasprintf(s, format, ap);
	va_end(ap);
	return n;
}

char *__fgets_chk(char *s, size_t room, int n, FILE *f) {
	(void)room;
	return fgets(s, n, f);
}

size_t __fread_chk(void *p, size_t room, size_t size, size_t n, FILE *f) {
	(void)room;
	return fread(p, size, n, f);
}

/* The word of an fd_set that a descriptor is in. */
long __fdelt_chk(long fd) {
	if (fd < 0 || fd >= 1024)
		abort();
	return fd / (8 * (long)sizeof(long));
}
