/* POSIX: waiting for processes. */
#ifndef HEDDLE_SYS_WAIT_H
#define HEDDLE_SYS_WAIT_H

#include <heddle/types.h>
#include <signal.h>

#define WNOHANG 1
#define WUNTRACED 2
#define WEXITSTATUS(s) (((s) >> 8) & 255)
#define WTERMSIG(s) ((s) & 127)
#define WSTOPSIG(s) WEXITSTATUS(s)
#define WIFEXITED(s) (WTERMSIG(s) == 0)
#define WIFSIGNALED(s) (WTERMSIG(s) != 0 && WTERMSIG(s) != 127)
#define WIFSTOPPED(s) (((s) & 255) == 127)

typedef enum {
	P_ALL,
	P_PID,
	P_PGID
} idtype_t;
#define WEXITED 4
#define WSTOPPED 2
#define WCONTINUED 8
#define WNOWAIT 0x1000000

struct rusage;
pid_t wait(int *status);
pid_t waitpid(pid_t pid, int *status, int options);
pid_t wait3(int *status, int options, struct rusage *usage);
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);
int waitid(idtype_t, id_t, siginfo_t *, int);

#endif
