/* ftw and nftw call the function for an arbitrary number of files with arbitrary names of at most 15 bytes, until it gives something else than 0. */
#include <ftw.h>
#include <heddle_intrinsics.h>

static void any_status(struct stat *st) {
	st->st_dev = __heddle_nondet_ulong();
	st->st_ino = __heddle_nondet_ulong();
	st->st_mode = __heddle_nondet_uint() & 0177777;
	off_t size = __heddle_nondet_long();
	st->st_size = size < 0 ? 0 : size;
}

static int kind(void) {
	unsigned char k = __heddle_nondet_uchar() & 3;
	return k;
}

int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int fds) {
	(void)fds;
	__heddle_look_string(path);
	if (__heddle_outcome())
		return -1;
	while (__heddle_nondet_bool()) {
		char name[16];
		struct stat st;
		name[15] = 0;
		any_status(&st);
		int r = visit(name, &st, kind());
		if (r)
			return r;
	}
	return 0;
}

int nftw(const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *), int fds, int flags) {
	(void)fds;
	(void)flags;
	__heddle_look_string(path);
	if (__heddle_outcome())
		return -1;
	while (__heddle_nondet_bool()) {
		char name[16];
		struct stat st;
		struct FTW where = {__heddle_nondet_uchar() & 7, __heddle_nondet_uchar() & 7};
		name[15] = 0;
		any_status(&st);
		int r = visit(name, &st, kind(), &where);
		if (r)
			return r;
	}
	return 0;
}
