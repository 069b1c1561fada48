/* POSIX: symbolic constants and the operating system. */
#ifndef HEDDLE_UNISTD_H
#define HEDDLE_UNISTD_H

#include <heddle/types.h>

typedef __INTPTR_TYPE__ intptr_t;

#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_READER_WRITER_LOCKS 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_TIMERS 200809L
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _SC_ARG_MAX 0
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85

_Noreturn void _exit(int status);
ssize_t read(int fd, void *buf, size_t n);
ssize_t write(int fd, const void *buf, size_t n);
ssize_t pread(int fd, void *buf, size_t n, off_t offset);
ssize_t pwrite(int fd, const void *buf, size_t n, off_t offset);
int close(int fd);
off_t lseek(int fd, off_t offset, int whence);
int dup(int fd);
int dup2(int fd, int fd2);
int dup3(int fd, int fd2, int flags);
int pipe(int fds[2]);
int pipe2(int fds[2], int flags);
int fsync(int fd);
int fdatasync(int fd);
void sync(void);
int ftruncate(int fd, off_t length);
int truncate(const char *path, off_t length);
int lockf(int fd, int command, off_t length);
int access(const char *path, int mode);
int unlink(const char *path);
int rmdir(const char *path);
int link(const char *from, const char *to);
int symlink(const char *target, const char *path);
ssize_t readlink(const char *path, char *buf, size_t size);
int chdir(const char *path);
int chown(const char *path, uid_t owner, gid_t group);
char *getcwd(char *buf, size_t size);
int gethostname(char *name, size_t len);
int isatty(int fd);
unsigned int sleep(unsigned int seconds);
int usleep(useconds_t usec);
unsigned int alarm(unsigned int seconds);
int pause(void);
pid_t getpid(void);
pid_t getppid(void);
pid_t gettid(void);
pid_t getpgrp(void);
pid_t setsid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int setuid(uid_t uid);
int setgid(gid_t gid);
int nice(int inc);
pid_t fork(void);
pid_t vfork(void);
int execl(const char *path, const char *arg, ...);
int execlp(const char *file, const char *arg, ...);
int execv(const char *path, char *const argv[]);
int execvp(const char *file, char *const argv[]);
int execve(const char *path, char *const argv[], char *const envp[]);
long sysconf(int name);
int getpagesize(void);
int getopt(int argc, char *const argv[], const char *options);
int daemon(int nochdir, int noclose);
char *getlogin(void);
int getlogin_r(char *buf, size_t size);
char *getpass(const char *prompt);
long syscall(long number, ...);
void *sbrk(intptr_t increment);
extern char *optarg;
extern int optind, opterr, optopt;
size_t confstr(int, char *, size_t);
int execle(const char *, const char *, ...);
int faccessat(int, const char *, int, int);
int fchdir(int);
int fchown(int, uid_t, gid_t);
int fchownat(int, const char *, uid_t, gid_t, int);
int fexecve(int, char *const *, char *const *);
long fpathconf(int, int);
int getgroups(int, gid_t *);
long gethostid(void);
pid_t getpgid(pid_t);
pid_t getsid(pid_t);
int lchown(const char *, uid_t, gid_t);
int linkat(int, const char *, int, const char *, int);
long pathconf(const char *, int);
ssize_t readlinkat(int, const char *, char *, size_t);
int setegid(gid_t);
int seteuid(uid_t);
int setpgid(pid_t, pid_t);
int setpgrp(void);
int setregid(gid_t, gid_t);
int setreuid(uid_t, uid_t);
void swab(const void *, void *, ssize_t);
int symlinkat(const char *, int, const char *);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
char *ttyname(int);
int ttyname_r(int, char *, size_t);
int unlinkat(int, const char *, int);

#endif
