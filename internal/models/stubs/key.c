/* Thread-specific data, POSIX and C11. The functions of start_keys.c and leave_keys.c, which run destructors, replace the plain
   ones where this file is linked.

   The values of a thread are a thread-local array. Keys are handed out in order and never used again after deletion;
   destructors are read and written by atomic accesses, since creating a key races with nothing. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <limits.h>
#include <pthread.h>
#include <threads.h>

enum { KEYS = 32 };

typedef void (*destructor_t)(void *);

static unsigned int keys;
static destructor_t destructors[KEYS];
static _Thread_local void *values[KEYS];

static unsigned int create(destructor_t destructor) {
	unsigned int key = __atomic_fetch_add(&keys, 1, __ATOMIC_RELAXED);
	if (key >= KEYS)
		__heddle_unsupported("more than 32 keys of thread-specific data");
	if (destructor)
		__atomic_store_n(&destructors[key], destructor, __ATOMIC_RELAXED);
	return key;
}

/* Runs at the end of a thread: a destructor may set values again, so there is more than one pass, and at most four. */
void __heddle_destroy_values(void) {
	for (int pass = 0; pass < PTHREAD_DESTRUCTOR_ITERATIONS; pass++) {
		int again = 0;
		unsigned int n = __atomic_load_n(&keys, __ATOMIC_RELAXED);
		for (unsigned int key = 0; key < n; key++) {
			void *value = values[key];
			if (!value)
				continue;
			destructor_t destructor = (destructor_t)__atomic_load_n(&destructors[key], __ATOMIC_RELAXED);
			if (!destructor)
				continue;
			values[key] = 0;
			destructor(value);
			again = 1;
		}
		if (!again)
			return;
	}
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
	if (__heddle_may_fail())
		return EAGAIN;
	*key = create(destructor);
	return 0;
}

int pthread_key_delete(pthread_key_t key) {
	if (key >= __atomic_load_n(&keys, __ATOMIC_RELAXED))
		return EINVAL;
	__atomic_store_n(&destructors[key], (destructor_t)0, __ATOMIC_RELAXED);
	return 0;
}

void *pthread_getspecific(pthread_key_t key) {
	return key < KEYS ? values[key] : 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
	if (key >= KEYS)
		return EINVAL;
	values[key] = (void *)value;
	return 0;
}

int tss_create(tss_t *key, tss_dtor_t destructor) {
	if (__heddle_may_fail())
		return thrd_error;
	*key = create(destructor);
	return thrd_success;
}

void tss_delete(tss_t key) {
	pthread_key_delete(key);
}

void *tss_get(tss_t key) {
	return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value) {
	return pthread_setspecific(key, value) ? thrd_error : thrd_success;
}
