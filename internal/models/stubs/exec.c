/* What ends this program in favour of another one, or does not, and what ends it with a message. */
#include <err.h>
#include <errno.h>
#include <heddle_intrinsics.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

static int replaced(void) {
	if (__heddle_nondet_bool())
		__heddle_halt(0);
	int e = __heddle_nondet_int();
	errno = e > 0 && e < 134 ? e : ENOENT;
	return -1;
}

static void look_list(char *const list[]) {
	for (; list && *list; list++)
		__heddle_look_string(*list);
}

int execl(const char *path, const char *arg, ...) {
	va_list ap;
	__heddle_look_string(path);
	va_start(ap, arg);
	for (; arg; arg = va_arg(ap, const char *))
		__heddle_look_string(arg);
	va_end(ap);
	return replaced();
}

int execlp(const char *file, const char *arg, ...) {
	va_list ap;
	__heddle_look_string(file);
	va_start(ap, arg);
	for (; arg; arg = va_arg(ap, const char *))
		__heddle_look_string(arg);
	va_end(ap);
	return replaced();
}

int execle(const char *path, const char *arg, ...) {
	va_list ap;
	__heddle_look_string(path);
	va_start(ap, arg);
	for (; arg; arg = va_arg(ap, const char *))
		__heddle_look_string(arg);
	va_end(ap);
	return replaced();
}

int fexecve(int fd, char *const argv[], char *const envp[]) {
	(void)fd;
	look_list(argv);
	look_list(envp);
	return replaced();
}

int execv(const char *path, char *const argv[]) {
	__heddle_look_string(path);
	look_list(argv);
	return replaced();
}

int execvp(const char *file, char *const argv[]) {
	__heddle_look_string(file);
	look_list(argv);
	return replaced();
}

int execve(const char *path, char *const argv[], char *const envp[]) {
	__heddle_look_string(path);
	look_list(argv);
	look_list(envp);
	return replaced();
}

_Noreturn void err(int status, const char *format, ...) {
	(void)format;
	exit(status);
}

_Noreturn void errx(int status, const char *format, ...) {
	(void)format;
	exit(status);
}

_Noreturn void verr(int status, const char *format, va_list ap) {
	(void)format;
	(void)ap;
	exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list ap) {
	(void)format;
	(void)ap;
	exit(status);
}
