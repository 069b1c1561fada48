/* What headers of older versions of glibc call the functions that look at files: in inline functions stat, lstat and fstat, which these must not call
   therefore. */
#include <heddle_intrinsics.h>
#include <sys/stat.h>

int __heddle_status(struct stat *st);
int __xstat(int version, const char *path, struct stat *st);
int __lxstat(int version, const char *path, struct stat *st);
int __fxstat(int version, int fd, struct stat *st);

int __xstat(int version, const char *path, struct stat *st) {
	(void)version;
	__heddle_look_string(path);
	return __heddle_status(st);
}

int __lxstat(int version, const char *path, struct stat *st) {
	(void)version;
	__heddle_look_string(path);
	return __heddle_status(st);
}

int __fxstat(int version, int fd, struct stat *st) {
	(void)version;
	(void)fd;
	return __heddle_status(st);
}
