/* C11 threads, but for how they start and end (start.c), mutexes and conditions. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <threads.h>

int thrd_join(thrd_t thread, int *result) {
	void *r = __heddle_join(thread);
	if (result)
		*result = (int)(__INTPTR_TYPE__)r;
	return thrd_success;
}

int thrd_detach(thrd_t thread) {
	(void)thread;
	return thrd_success;
}

thrd_t thrd_current(void) {
	return __heddle_self();
}

int thrd_equal(thrd_t a, thrd_t b) {
	return a == b;
}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
	(void)duration; /* no signal interrupts it, so remaining is not written */
	(void)remaining;
	return 0;
}

void thrd_yield(void) {
}

static int result(int status) {
	switch (status) {
	case 0:
		return thrd_success;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	default:
		return thrd_error;
	}
}

int mtx_init(mtx_t *m, int type) {
	if (__heddle_may_fail())
		return thrd_error;
	__heddle_mutex_init(m, type & mtx_recursive ? 1 : 0);
	return thrd_success;
}

void mtx_destroy(mtx_t *m) {
	__heddle_sync_destroy(m);
}

int mtx_lock(mtx_t *m) {
	return result(__heddle_lock(m));
}

int mtx_trylock(mtx_t *m) {
	return result(__heddle_trylock(m));
}

int mtx_timedlock(mtx_t *m, const struct timespec *deadline) {
	__heddle_touch(deadline, sizeof *deadline);
	return result(__heddle_timedlock(m));
}

int mtx_unlock(mtx_t *m) {
	return result(__heddle_unlock(m));
}

int cnd_init(cnd_t *c) {
	if (__heddle_may_fail())
		return thrd_nomem;
	__heddle_cond_init(c);
	return thrd_success;
}

void cnd_destroy(cnd_t *c) {
	__heddle_sync_destroy(c);
}

int cnd_wait(cnd_t *c, mtx_t *m) {
	__heddle_wait(c, m);
	__heddle_wake(c);
	__heddle_lock(m);
	return thrd_success;
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *deadline) {
	__heddle_touch(deadline, sizeof *deadline);
	__heddle_wait(c, m);
	int status = __heddle_timedwake(c);
	__heddle_lock(m);
	return result(status);
}

int cnd_signal(cnd_t *c) {
	__heddle_signal(c);
	return thrd_success;
}

int cnd_broadcast(cnd_t *c) {
	__heddle_broadcast(c);
	return thrd_success;
}
