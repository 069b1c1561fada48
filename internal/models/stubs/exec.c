/* What ends this program in favour of another one, or does not, and what ends it with a message. */
#include <err.h>
#include <errno.h>
#include <heddle_intrinsics.h>
#include <stdlib.h>
#include <unistd.h>

static int replaced(void) {
	if (__heddle_nondet_bool())
		__heddle_halt(0);
	errno = ENOENT;
	return -1;
}

int execl(const char *path, const char *arg, ...) {
	(void)path;
	(void)arg;
	return replaced();
}

int execlp(const char *file, const char *arg, ...) {
	(void)file;
	(void)arg;
	return replaced();
}

int execle(const char *path, const char *arg, ...) {
	(void)path;
	(void)arg;
	return replaced();
}

int fexecve(int fd, char *const argv[], char *const envp[]) {
	(void)fd;
	(void)argv;
	(void)envp;
	return replaced();
}

int execv(const char *path, char *const argv[]) {
	(void)path;
	(void)argv;
	return replaced();
}

int execvp(const char *file, char *const argv[]) {
	(void)file;
	(void)argv;
	return replaced();
}

int execve(const char *path, char *const argv[], char *const envp[]) {
	(void)path;
	(void)argv;
	(void)envp;
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
