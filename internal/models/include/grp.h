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
void endgrent(void);
struct group *getgrent(void);
int getgrgid_r(gid_t, struct group *, char *, size_t, struct group **);
int getgrnam_r(const char *, struct group *, char *, size_t, struct group **);
void setgrent(void);

#endif
