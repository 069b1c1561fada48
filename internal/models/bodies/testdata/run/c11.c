// explore:
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

static mtx_t m, rec;
static cnd_t c;
static tss_t key;
static int ready, freed;
static atomic_int hits;
static thread_local int mine = 4;

static void drop(void *p) {
	freed += *(int *)p;
}

static int worker(void *arg) {
	static int three = 3;
	assert(tss_set(key, &three) == thrd_success && tss_get(key) == &three);
	mine++;
	mtx_lock(&m);
	while (!ready)
		cnd_wait(&c, &m);
	mtx_unlock(&m);
	atomic_fetch_add(&hits, *(int *)arg);
	if (mine == 5)
		thrd_exit(-17);
	return 1;
}

int main(void) {
	thrd_t t;
	int r, two = 2;
	assert(mtx_init(&m, mtx_plain) == thrd_success && mtx_init(&rec, mtx_plain | mtx_recursive) == thrd_success);
	assert(cnd_init(&c) == thrd_success && tss_create(&key, drop) == thrd_success);
	assert(mtx_lock(&rec) == thrd_success && mtx_lock(&rec) == thrd_success);
	assert(thrd_create(&t, worker, &two) == thrd_success);
	assert(mtx_lock(&m) == thrd_success && mtx_trylock(&m) == thrd_busy);
	ready = 1;
	cnd_signal(&c);
	mtx_unlock(&m);
	assert(thrd_join(t, &r) == thrd_success);
	assert(r == -17 && hits == 2 && mine == 4 && freed == 3 && tss_get(key) == NULL);
	return 0;
}
