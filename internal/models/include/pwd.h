/* POSIX: the users of the system. */
#ifndef HEDDLE_PWD_H
#define HEDDLE_PWD_H

#include <heddle/types.h>

struct passwd {
	char *pw_name;
	char *pw_passwd;
	uid_t pw_uid;
	gid_t pw_gid;
	char *pw_gecos;
	char *pw_dir;
	char *pw_shell;
};

struct passwd *getpwnam(const char *name);
struct passwd *getpwuid(uid_t uid);
int getpwnam_r(const char *name, struct passwd *pw, char *buf, size_t size, struct passwd **result);
int getpwuid_r(uid_t uid, struct passwd *pw, char *buf, size_t size, struct passwd **result);
void endpwent(void);
struct passwd *getpwent(void);
void setpwent(void);

#endif
