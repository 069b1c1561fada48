/* C11 7.26: threads. */
#ifndef HEDDLE_THREADS_H
#define HEDDLE_THREADS_H

#include <heddle/pthreadtypes.h>
#include <time.h>

#define thread_local _Thread_local
#define ONCE_FLAG_INIT { 0 }
#define TSS_DTOR_ITERATIONS 4

typedef pthread_t thrd_t;
typedef unsigned int tss_t;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);
typedef struct {
	int __data;
} once_flag;
typedef union {
#if __SIZEOF_POINTER__ == 8
	char __size[40];
	long long __align;
#else
	char __size[24];
	long __align;
#endif
} mtx_t;
typedef union {
	char __size[48];
	long long __align;
} cnd_t;

enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };

int thrd_create(thrd_t *thread, thrd_start_t start, void *arg);
int thrd_join(thrd_t thread, int *result);
int thrd_detach(thrd_t thread);
_Noreturn void thrd_exit(int result);
thrd_t thrd_current(void);
int thrd_equal(thrd_t a, thrd_t b);
int thrd_sleep(const struct timespec *duration, struct timespec *remaining);
void thrd_yield(void);

int mtx_init(mtx_t *m, int type);
void mtx_destroy(mtx_t *m);
int mtx_lock(mtx_t *m);
int mtx_trylock(mtx_t *m);
int mtx_timedlock(mtx_t *m, const struct timespec *deadline);
int mtx_unlock(mtx_t *m);

int cnd_init(cnd_t *c);
void cnd_destroy(cnd_t *c);
int cnd_wait(cnd_t *c, mtx_t *m);
int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *deadline);
int cnd_signal(cnd_t *c);
int cnd_broadcast(cnd_t *c);

void call_once(once_flag *flag, void (*routine)(void));

int tss_create(tss_t *key, tss_dtor_t destructor);
void tss_delete(tss_t key);
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);

#endif
