/* POSIX: the groups of the system. */
#ifndef HEDDLE_GRP_H
#define HEDDLE_GRP_H

#include <heddle/types.h>

struct group {
	char *gr_name;
	char *gr_passwd;
	gid_t gr_gid;
	char **gr_mem;
};

struct group *getgrnam(const char *name);
struct group *getgrgid(gid_t gid);
int setgroups(size_t n, const gid_t *list);
int initgroups(const char *user, gid_t group);

#endif
