/* ---- who holds which lock */

struct held { uintptr_t lock; int thread, times, file, line; };
static struct held held[256];

static struct held *held_by(int thread, uintptr_t lock)
{
	for (int i = 0; i < 256; i++)
		if (held[i].times && held[i].lock == lock && held[i].thread == thread)
			return &held[i];
	return 0;
}

static void locked(uintptr_t lock)
{
	if (self < 0)
		return;
	hold();
	struct held *h = held_by(self, lock);
	for (int i = 0; !h && i < 256; i++)
		if (!held[i].times) {
			h = &held[i];
			*h = (struct held){lock, self, 0, threads[self].file, threads[self].line};
		}
	if (h)
		h->times++;
	release();
}

static void unlocked(uintptr_t lock)
{
	if (self < 0)
		return;
	hold();
	struct held *h = held_by(self, lock);
	struct thread *t = &threads[self];
	if (h)
		h->times--;
	else if (KIND == 'l' && same(WANT_KIND, "unlock-not-held") && self == WANT_THREAD && t->line == WANT_LINE && t->file == WANT_FILE)
		confirmed_at(t, "the thread unlocks what it does not hold");
	for (int i = 0; !h && i < 256; i++) /* a normal lock becomes free whoever unlocks it */
		if (held[i].lock == lock)
			held[i].times = 0;
	release();
}

static void leaks(void)
{
	for (int i = 0; KIND == 'l' && i < 256; i++)
		if (held[i].times && held[i].thread == self && same(WANT_KIND, "lock-leak") && held[i].line == WANT_LINE && held[i].file == WANT_FILE)
			stop("CONFIRMED", "thread %d ends and holds the lock that it took at %s:%d", self, files[held[i].file], held[i].line);
}

static int ends_in(const char *s, const char *with)
{
	for (; *s; s++)
		if (same(s, with))
			return 1;
	return 0;
}

/* lock_call follows locks by the names of the functions that take and release them. */
static void lock_call(const char *f, uintptr_t lock)
{
	if (ends_in(f, "unlock"))
		unlocked(lock);
	else if (ends_in(f, "lock"))
		locked(lock);
}

/* ---- threads */

extern int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) REALLY(pthread_create);
extern int __real_pthread_mutex_lock(pthread_mutex_t *) REALLY(pthread_mutex_lock), __real_pthread_mutex_unlock(pthread_mutex_t *) REALLY(pthread_mutex_unlock);

struct start { int number; void *(*f)(void *); int (*g)(void *); void (*h)(long, long, long, long); void *arg; long a[4]; };

static void at_end(void *unused)
{
	(void)unused;
	ended();
}

static void *starts(void *p)
{
	struct start s = *(struct start *)p;
	void *result = 0;
	while (s.number == N_THREADS)
		sys(SYS_pause, 0, 0, 0, 0);
	self = s.number;
	struct thread *t = &threads[self];
	t->tid = (int)sys(SYS_gettid, 0, 0, 0, 0);
	hold();
	if (t->next == N_STEPS && ends[self])
		t->free_ = 1;
	while (!t->free_ && (turn == N_STEPS || steps[turn].thread != self))
		asleep();
	release();
	pthread_cleanup_push(at_end, 0);
	if (s.f)
		result = s.f(s.arg);
	else if (s.g)
		result = (void *)(intptr_t)s.g(s.arg);
	else
		s.h(s.a[0], s.a[1], s.a[2], s.a[3]);
	pthread_cleanup_pop(1);
	return result;
}

static int new_thread(pthread_t *id, const pthread_attr_t *attr, struct start s)
{
	static struct start all[N_THREADS + 1];
	hold();
	if (n_threads < N_THREADS)
		s.number = n_threads++;
	else
		s.number = -1;
	release();
	if (s.number < 0)
		s.number = N_THREADS; /* the trace ends before it could do anything */
	all[s.number] = s;
	return __real_pthread_create(id, attr, starts, &all[s.number]);
}

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*f)(void *), void *arg)
{
	uintptr_t pc = PC;
	int got;
	pin('k', "pthread_create", pc, (uintptr_t)id, sizeof *id);
	int status = (int)input_of("pthread_create", pc, &got);
	if (got && status)
		return status;
	return new_thread(id, attr, (struct start){.f = f, .arg = arg});
}

int __wrap_thrd_create(pthread_t *id, int (*f)(void *), void *arg)
{
	pin('k', "thrd_create", PC, (uintptr_t)id, sizeof *id);
	return new_thread(id, 0, (struct start){.g = f, .arg = arg}) ? 2 : 0;
}

void __heddle_async(void (*f)(long, long, long, long), long a, long b, long c, long d)
{
	pthread_t id;
	pin('s', "heddle_async", PC, 0, 0);
	(void)new_thread(&id, 0, (struct start){.h = f, .a = {a, b, c, d}});
}

/* more says whether the call that a thread is in goes on in the trace after others had their turn, or ends there. */
static int more(void)
{
	return self >= 0 && threads[self].next < N_STEPS && (steps[threads[self].next].what == 'K' || steps[threads[self].next].what == 'B');
}

static void again(const char *name, uintptr_t pc)
{
	while (more()) {
		int before = threads[self].next;
		pin(steps[before].what, name, pc, 0, 0);
		if (threads[self].next == before)
			return;
	}
}

static long input_of(const char *func, uintptr_t pc, int *got);

/* A wait on a condition may end without a signal, so it is the release of the mutex and taking it again, when the trace says so. Signals wake nobody
   then. A thread that the trace leaves in its wait stays there. */
static int waits_for(const char *name, pthread_mutex_t *m, uintptr_t pc)
{
	int got = 0;
	pin('k', name, pc, 0, 0);
	if (self < 0)
		return 0;
	struct thread *t = &threads[self];
	int waits = t->waits;
	unlocked((uintptr_t)m);
	__real_pthread_mutex_unlock(m);
	if (!more() && t->next == N_STEPS && !t->free_ && !waits) {
		hold();
		finish(t);
		rests(t);
		release();
	}
	again(name, pc);
	hold();
	while (t->waits || waits) /* for a signal, which nobody sends */
		asleep();
	release();
	__real_pthread_mutex_lock(m);
	locked((uintptr_t)m);
	long status = input_of(name, pc, &got);
	return got ? (int)status : 0;
}

int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	(void)c;
	return waits_for("pthread_cond_wait", m, PC);
}

int __wrap_cnd_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	(void)c;
	return waits_for("cnd_wait", m, PC);
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *d)
{
	(void)c, (void)d;
	return waits_for("pthread_cond_timedwait", m, PC);
}

int __wrap_pthread_cond_signal(pthread_cond_t *c)
{
	pin('k', "pthread_cond_signal", PC, (uintptr_t)c, 0);
	return 0;
}

int __wrap_pthread_cond_broadcast(pthread_cond_t *c)
{
	pin('k', "pthread_cond_broadcast", PC, (uintptr_t)c, 0);
	return 0;
}

int __wrap_cnd_signal(pthread_cond_t *c)
{
	pin('k', "cnd_signal", PC, (uintptr_t)c, 0);
	return 0;
}

int __wrap_cnd_broadcast(pthread_cond_t *c)
{
	pin('k', "cnd_broadcast", PC, (uintptr_t)c, 0);
	return 0;
}

/* Timed operations give up where they would have to wait. */
#define TIMED(name, type, try, result)                                           \
	int __wrap_##name(type *o, const struct timespec *d)                     \
	{                                                                        \
		(void)d;                                                         \
		pin('k', #name, PC, (uintptr_t)o, 0);                            \
		int status = __real_##try(o);                                    \
		if (status == 0)                                                 \
			locked((uintptr_t)o);                                    \
		return result;                                                   \
	}
#define TRY(name, type)                                                          \
	extern int __real_##name(type *) REALLY(name);                           \
	int __wrap_##name(type *o)                                               \
	{                                                                        \
		pin('k', #name, PC, (uintptr_t)o, 0);                            \
		int status = __real_##name(o);                                   \
		if (status == 0)                                                 \
			locked((uintptr_t)o);                                    \
		return status;                                                   \
	}
TRY(pthread_mutex_trylock, pthread_mutex_t) TRY(pthread_rwlock_tryrdlock, pthread_rwlock_t) TRY(pthread_rwlock_trywrlock, pthread_rwlock_t)
TIMED(pthread_mutex_timedlock, pthread_mutex_t, pthread_mutex_trylock, status == EBUSY ? ETIMEDOUT : status)
TIMED(pthread_rwlock_timedrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, status == EBUSY ? ETIMEDOUT : status)
TIMED(pthread_rwlock_timedwrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, status == EBUSY ? ETIMEDOUT : status)
extern int __real_sem_trywait(sem_t *) REALLY(sem_trywait);
TIMED(sem_timedwait, sem_t, sem_trywait, status ? (errno = ETIMEDOUT, -1) : 0)

extern void __real_pthread_exit(void *) REALLY(pthread_exit) __attribute__((noreturn));
__attribute__((noreturn)) void __wrap_pthread_exit(void *result)
{
	pin('k', "pthread_exit", PC, 0, 0);
	if (self == 0)
		ended();
	__real_pthread_exit(result);
}

extern int __real_pthread_barrier_wait(pthread_barrier_t *) REALLY(pthread_barrier_wait);
int __wrap_pthread_barrier_wait(pthread_barrier_t *b)
{
	pin('k', "pthread_barrier_wait", PC, (uintptr_t)b, 0);
	int status = __real_pthread_barrier_wait(b);
	again("pthread_barrier_wait", PC);
	return status;
}

