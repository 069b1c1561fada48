/* POSIX semaphores. */
#ifndef HEDDLE_SEMAPHORE_H
#define HEDDLE_SEMAPHORE_H

#include <heddle/types.h>

typedef union {
#if __SIZEOF_POINTER__ == 8
	char __size[32];
	long long __align;
#else
	char __size[16];
	long __align;
#endif
} sem_t;

#define SEM_FAILED ((sem_t *)0)

int sem_init(sem_t *s, int shared, unsigned int value);
int sem_destroy(sem_t *s);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *s);
int sem_unlink(const char *name);
int sem_wait(sem_t *s);
int sem_trywait(sem_t *s);
int sem_timedwait(sem_t *s, const struct timespec *deadline);
int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *deadline);
int sem_post(sem_t *s);
int sem_getvalue(sem_t *s, int *value);

#endif
