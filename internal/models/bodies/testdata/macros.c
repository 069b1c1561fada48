/* The macros of our headers, as programs use them. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <heddle.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <threads.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static struct {
	pthread_mutex_t m;
	pthread_cond_t c;
	pthread_rwlock_t l;
} many[2] = {
	{PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER},
	{PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER},
};
static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag flag1 = ONCE_FLAG_INIT;
static thread_local int mine;
static _Thread_local int too;

struct node {
	int value;
	struct node *next;
};
static atomic_int counter = ATOMIC_VAR_INIT(3);
static _Atomic(struct node *) head;
static struct node *_Atomic head2;
static _Atomic unsigned char small;
static atomic_bool ready;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int shared;
static struct node *plain;

static void atomics(void) {
	struct node *n = atomic_load(&head), *expected = n;
	struct node fresh = {1, n};
	atomic_init(&counter, 0);
	atomic_store(&counter, 4);
	atomic_store_explicit(&ready, true, memory_order_release);
	if (atomic_load_explicit(&ready, memory_order_acquire))
		counter++;
	int old = atomic_fetch_add(&counter, 1) + atomic_fetch_sub_explicit(&counter, 2, memory_order_relaxed);
	old += atomic_fetch_or(&counter, 1) + atomic_fetch_and(&counter, 3) + atomic_fetch_xor(&counter, 1);
	old += atomic_exchange(&counter, old);
	while (!atomic_compare_exchange_weak(&head, &expected, &fresh))
		fresh.next = expected;
	if (!atomic_compare_exchange_strong_explicit(&head2, &expected, n, memory_order_acq_rel, memory_order_acquire))
		old = atomic_load(&head)->value + atomic_load(&head2)->next->value;
	while (atomic_flag_test_and_set(&lock))
		thrd_yield();
	atomic_flag_clear(&lock);
	atomic_thread_fence(memory_order_seq_cst);
	small += 1;
	assert(atomic_is_lock_free(&small) && old != -1);
}

static void handler(void *arg) {
	(void)arg;
}

static void cleanup(void) {
	pthread_cleanup_push(handler, &shared);
	pthread_cleanup_push(handler, &mine);
	too = 1;
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(1);
}

static void own(int a, long b) {
	heddle_assume(a < b);
	heddle_assert(a != b && "never equal");
}

static int sum(int n, ...) {
	va_list ap, copy;
	int s = 0;
	va_start(ap, n);
	va_copy(copy, ap);
	for (int i = 0; i < n; i++)
		s += va_arg(copy, int);
	va_end(copy);
	va_end(ap);
	return s;
}

int main(void) {
	cpu_set_t cpus;
	struct timeval a = {1, 2}, b = {3, 4}, d;
	struct sigaction act = {0};
	act.sa_handler = SIG_IGN;
	CPU_ZERO(&cpus);
	CPU_SET(1, &cpus);
	assert(CPU_ISSET(1, &cpus));
	timersub(&b, &a, &d);
	errno = 0;
	if (errno == EINTR || timercmp(&a, &b, <))
		perror("x");
	heddle_async(own, 1, 2L);
	heddle_async(cleanup);
	heddle_atomic {
		shared = shared + 1;
	}
	heddle_atomic shared--;
	WRITE_ONCE(shared, READ_ONCE(shared) + 1);
	WRITE_ONCE(plain, 0);
	struct node *p = READ_ONCE(plain);
	if (p && READ_ONCE(plain)->value == data_race(shared) && data_race(plain)->next)
		shared = heddle_nondet_int();
	atomics();
	fprintf(stderr, "%" PRId64 " %" PRIuPTR "\n", (int64_t)sum(2, 1, 2), (uintptr_t)&once);
	char *copy = strdupa("text");
	double x = isnan(1.0) ? NAN : INFINITY;
	assert(isfinite(x) == 0 && signbit(-1.0f) && fpclassify(0.0) == FP_ZERO);
	sigaction(SIGPIPE, &act, NULL);
	pthread_mutex_lock(&normal);
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&checked);
	pthread_mutex_lock(&many[1].m);
	return copy[0] == 't' && toupper('a') == 'A' && flag1.__data ? EXIT_SUCCESS : EXIT_FAILURE;
}
