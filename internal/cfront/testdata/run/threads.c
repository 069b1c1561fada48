// Threads, locks, thread-local storage: deterministic outcomes.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static struct { int n; pthread_mutex_t l[2]; } locks = { 1, { PTHREAD_MUTEX_INITIALIZER, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP } };
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int total, ready;
static __thread int mine = 7;
static _Thread_local char buf[3] = "ab";

static void *worker(void *arg) {
	int n = (int)(long)arg;
	mine += n;
	buf[0]++;
	pthread_mutex_lock(&m);
	total += n;
	pthread_mutex_unlock(&m);
	return (void *)(long)(mine * 1000 + buf[0]);
}

static void noargs() { pthread_mutex_lock(&m); total += 100; pthread_mutex_unlock(&m); }
static int small(int *p) { *p = 5; return -3; }

static void *consumer(void *p) {
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	sem_post(&s);
	pthread_exit((void *)9);
}

static int depth(int n) {
	if (n == 0)
		return 0;
	pthread_mutex_lock(&rec);
	int r = 1 + depth(n - 1);
	pthread_mutex_unlock(&rec);
	return r;
}

int main(void) {
	pthread_t t[3];
	void *r;
	for (long i = 0; i < 3; i++)
		CHECK(pthread_create(&t[i], NULL, worker, (void *)i) == 0);
	for (int i = 0; i < 3; i++) {
		CHECK(pthread_join(t[i], &r) == 0);
		CHECK((long)r == (7 + i) * 1000 + 'b');
	}
	CHECK(total == 3 && mine == 7 && buf[0] == 'a');
	pthread_create(&t[0], 0, (void *(*)(void *))noargs, 0);
	pthread_join(t[0], 0);
	CHECK(total == 103);
	int x;
	pthread_create(&t[0], 0, (void *(*)(void *))small, &x);
	pthread_join(t[0], &r);
	CHECK(x == 5 && (int)(long)r == -3);
	sem_init(&s, 0, 0);
	pthread_create(&t[0], 0, consumer, 0);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	sem_wait(&s);
	pthread_join(t[0], &r);
	CHECK(r == (void *)9);
	CHECK(depth(3) == 3);
	CHECK(pthread_mutex_lock(&locks.l[1]) == 0 && pthread_mutex_lock(&locks.l[1]) == 35 && pthread_mutex_unlock(&locks.l[1]) == 0);
	CHECK(pthread_mutex_trylock(&m) == 0 && pthread_mutex_trylock(&m) == 16 && pthread_mutex_unlock(&m) == 0);
	char *p = malloc(8), *q;
	memset(p, 'x', 8);
	q = realloc(p, 16);
	CHECK(q[7] == 'x');
	strcpy(q, "hello");
	CHECK(strlen(q) == 5 && strcmp(q, "hello") == 0 && memcmp(q, "help", 4) < 0);
	free(q);
	int *z = calloc(4, sizeof *z);
	CHECK(z[3] == 0);
	free(z);
	return 0;
}
