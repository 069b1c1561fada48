/* What headers of older versions of glibc call the functions that look at files. */
#include <sys/stat.h>

int __xstat(int version, const char *path, struct stat *st);
int __lxstat(int version, const char *path, struct stat *st);
int __fxstat(int version, int fd, struct stat *st);

int __xstat(int version, const char *path, struct stat *st) {
	(void)version;
	return stat(path, st);
}

int __lxstat(int version, const char *path, struct stat *st) {
	(void)version;
	return lstat(path, st);
}

int __fxstat(int version, int fd, struct stat *st) {
	(void)version;
	return fstat(fd, st);
}
