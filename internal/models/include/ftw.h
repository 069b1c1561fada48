/* POSIX: walks through trees of files. */
#ifndef HEDDLE_FTW_H
#define HEDDLE_FTW_H

#include <sys/stat.h>

#define FTW_F 0
#define FTW_D 1
#define FTW_DNR 2
#define FTW_NS 3
#define FTW_SL 4
#define FTW_DP 5
#define FTW_SLN 6
#define FTW_PHYS 1
#define FTW_MOUNT 2
#define FTW_CHDIR 4
#define FTW_DEPTH 8

struct FTW {
	int base;
	int level;
};

int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int fds);
int nftw(const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *), int fds, int flags);

#endif
