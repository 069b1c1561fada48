/* POSIX semaphores, unnamed. Errors are reported through errno, as POSIX has it. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <limits.h>
#include <semaphore.h>

int __heddle_sem_end(void *sem);

static int fail(int error) {
	errno = error;
	return -1;
}

int sem_init(sem_t *s, int shared, unsigned int value) {
	(void)shared;
	if (value > SEM_VALUE_MAX)
		return fail(EINVAL);
	if (__heddle_may_fail())
		return fail(ENOSPC);
	__heddle_sem_init(s, value);
	return 0;
}

int sem_destroy(sem_t *s) {
	__heddle_sync_destroy(s);
	return 0;
}

int sem_wait(sem_t *s) {
	__heddle_cancel_point();
	__heddle_sem_end(s);
	return 0;
}

int sem_trywait(sem_t *s) {
	int status = __heddle_trydown(s);
	return status ? fail(status) : 0;
}

int sem_timedwait(sem_t *s, const struct timespec *deadline) {
	(void)deadline; /* may pass at any moment */
	int status = __heddle_timeddown(s);
	return status ? fail(status) : 0;
}

int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *deadline) {
	(void)clock;
	return sem_timedwait(s, deadline);
}

int sem_post(sem_t *s) {
	__heddle_up(s);
	return 0;
}

int sem_getvalue(sem_t *s, int *value) {
	*value = __heddle_semvalue(s);
	return 0;
}
