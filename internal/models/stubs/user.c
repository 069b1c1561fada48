/* Users and groups: not found, or one with arbitrary names in a static object, written plainly. Users have one, groups another, and so have getlogin and getpass. */
#include <errno.h>
#include <grp.h>
#include <heddle_intrinsics.h>
#include <pwd.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static struct passwd user;
static struct group group;
static char *members[1];
static char user_texts[3][16], group_text[16], login_text[16], pass_text[16];

static struct passwd *any_user(uid_t uid) {
	if (__heddle_nondet_bool()) {
		if (__heddle_nondet_bool())
			__heddle_fail();
		return 0;
	}
	for (int i = 0; i < 3; i++)
		__heddle_any_text(user_texts[i], sizeof user_texts[i]);
	user.pw_name = user_texts[0];
	user.pw_passwd = "x";
	user.pw_uid = uid;
	user.pw_gid = __heddle_nondet_uint();
	user.pw_gecos = "";
	user.pw_dir = user_texts[1];
	user.pw_shell = user_texts[2];
	return &user;
}

struct passwd *getpwnam(const char *name) {
	__heddle_look_string(name);
	return any_user(__heddle_nondet_uint());
}

struct passwd *getpwuid(uid_t uid) {
	return any_user(uid);
}

static int any_user_r(uid_t uid, struct passwd *pw, char *buf, size_t size, struct passwd **result) {
	*result = 0;
	if (size < 32)
		return ERANGE;
	if (__heddle_nondet_bool())
		return __heddle_nondet_bool() ? EIO : 0;
	__heddle_any_text(buf, 16);
	__heddle_any_text(buf + 16, 16);
	pw->pw_name = buf;
	pw->pw_passwd = buf + 15;
	pw->pw_uid = uid;
	pw->pw_gid = __heddle_nondet_uint();
	pw->pw_gecos = buf + 15;
	pw->pw_dir = buf + 16;
	pw->pw_shell = buf + 31;
	*result = pw;
	return 0;
}

int getpwnam_r(const char *name, struct passwd *pw, char *buf, size_t size, struct passwd **result) {
	__heddle_look_string(name);
	return any_user_r(__heddle_nondet_uint(), pw, buf, size, result);
}

int getpwuid_r(uid_t uid, struct passwd *pw, char *buf, size_t size, struct passwd **result) {
	return any_user_r(uid, pw, buf, size, result);
}

static struct group *any_group(gid_t gid) {
	if (__heddle_nondet_bool())
		return 0;
	__heddle_any_text(group_text, sizeof group_text);
	group.gr_name = group_text;
	group.gr_passwd = "x";
	group.gr_gid = gid;
	group.gr_mem = members;
	return &group;
}

struct group *getgrnam(const char *name) {
	__heddle_look_string(name);
	return any_group(__heddle_nondet_uint());
}

struct group *getgrgid(gid_t gid) {
	return any_group(gid);
}

static int any_group_r(gid_t gid, struct group *g, char *buf, size_t size, struct group **result) {
	*result = 0;
	if (size < 16 + sizeof(char *))
		return ERANGE;
	if (__heddle_nondet_bool())
		return __heddle_nondet_bool() ? EIO : 0;
	char **none = (char **)buf;
	*none = 0;
	__heddle_any_text(buf + sizeof(char *), 16);
	g->gr_name = buf + sizeof(char *);
	g->gr_passwd = buf + sizeof(char *) + 15;
	g->gr_gid = gid;
	g->gr_mem = none;
	*result = g;
	return 0;
}

int getgrnam_r(const char *name, struct group *g, char *buf, size_t size, struct group **result) {
	__heddle_look_string(name);
	return any_group_r(__heddle_nondet_uint(), g, buf, size, result);
}

int getgrgid_r(gid_t gid, struct group *g, char *buf, size_t size, struct group **result) {
	return any_group_r(gid, g, buf, size, result);
}

char *getlogin(void) {
	if (__heddle_nondet_bool())
		return 0;
	__heddle_any_text(login_text, sizeof login_text);
	return login_text;
}

int getlogin_r(char *buf, size_t size) {
	if (size == 0)
		return ERANGE;
	if (__heddle_nondet_bool())
		return ENOENT;
	__heddle_any_text(buf, size < 33 ? size : 33);
	return 0;
}

char *getpass(const char *prompt) {
	__heddle_look_string(prompt);
	if (__heddle_nondet_bool())
		return 0;
	__heddle_any_text(pass_text, sizeof pass_text);
	return pass_text;
}

int uname(struct utsname *u) {
	strcpy(u->sysname, "Linux");
	__heddle_any_text(u->nodename, 16);
	__heddle_any_text(u->release, 16);
	__heddle_any_text(u->version, 16);
	__heddle_any_text(u->machine, 16);
	return 0;
}
