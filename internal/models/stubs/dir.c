/* Directories: an arbitrary number of entries with arbitrary names of at most 15 bytes. The entry belongs to the open directory: reading it from two threads races. */
#include <dirent.h>
#include <errno.h>
#include <heddle_intrinsics.h>
#include <stdlib.h>
#include <string.h>

struct __heddle_dir {
	struct dirent entry;
	char lock;
};

/* Looks at the directory, as the real functions do, which lock it. */
static void use(DIR *dir) {
	(void)__atomic_load_n(&dir->lock, __ATOMIC_SEQ_CST);
}

DIR *opendir(const char *name) {
	__heddle_look_string(name);
	if (__heddle_outcome())
		return 0;
	return __heddle_alloc(sizeof(DIR), 0);
}

DIR *fdopendir(int fd) {
	(void)fd;
	if (__heddle_outcome())
		return 0;
	return __heddle_alloc(sizeof(DIR), 0);
}

static void any_entry(struct dirent *e) {
	static const unsigned char types[8] = {DT_UNKNOWN, DT_FIFO, DT_CHR, DT_DIR, DT_BLK, DT_REG, DT_LNK, DT_SOCK};
	e->d_ino = __heddle_nondet_ulong();
	e->d_off = __heddle_nondet_long();
	e->d_reclen = sizeof *e;
	e->d_type = types[__heddle_nondet_uchar() & 7];
	__heddle_fill_any(e->d_name, 15);
	if (e->d_name[0] == 0)
		e->d_name[0] = 'x';
	e->d_name[15] = 0;
}

struct dirent *readdir(DIR *dir) {
	use(dir);
	if (__heddle_nondet_bool()) {
		if (__heddle_nondet_bool())
			__heddle_fail();
		return 0;
	}
	any_entry(&dir->entry);
	return &dir->entry;
}

int readdir_r(DIR *dir, struct dirent *entry, struct dirent **result) {
	use(dir);
	*result = 0;
	if (__heddle_nondet_bool())
		return __heddle_nondet_bool() ? EBADF : 0;
	any_entry(entry);
	*result = entry;
	return 0;
}

int closedir(DIR *dir) {
	free(dir);
	return __heddle_outcome();
}

void rewinddir(DIR *dir) {
	use(dir);
}

long telldir(DIR *dir) {
	use(dir);
	return __heddle_nondet_long();
}

void seekdir(DIR *dir, long pos) {
	use(dir);
	(void)pos;
}

int dirfd(DIR *dir) {
	use(dir);
	return __heddle_descriptor();
}

int alphasort(const struct dirent **a, const struct dirent **b) {
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* At most three entries, each of which the filter takes; already in an order that the comparison allows. */
int scandir(const char *name, struct dirent ***list, int (*filter)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **)) {
	int n = 0;
	__heddle_look_string(name);
	if (__heddle_outcome())
		return -1;
	struct dirent **v = malloc(3 * sizeof *v);
	if (!v)
		return -1;
	for (int i = 0; i < 3; i++) {
		if (!__heddle_nondet_bool())
			continue;
		struct dirent *e = __heddle_alloc(sizeof *e, 0);
		any_entry(e);
		if (filter && !filter(e)) {
			free(e);
			continue;
		}
		v[n] = e;
		if (n > 0 && compare && compare((const struct dirent **)&v[n - 1], (const struct dirent **)&v[n]) > 0) {
			struct dirent *t = v[n - 1];
			v[n - 1] = v[n];
			v[n] = t;
		}
		n++;
	}
	*list = v;
	return n;
}
