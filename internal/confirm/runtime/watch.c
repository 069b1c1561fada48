/* ---- the watch: it ends a replay in which nothing happens any more, and says why */

static int sleeping(int tid)
{
	char name[64], text[256];
	snprintf(name, sizeof name, "/proc/self/task/%d/stat", tid);
	int fd = (int)sys(SYS_openat, AT_FDCWD, (long)name, O_RDONLY, 0);
	long n = fd < 0 ? 0 : sys(SYS_read, fd, (long)text, sizeof text - 1, 0);
	sys(SYS_close, fd, 0, 0, 0);
	if (n <= 0)
		return 0;
	text[n] = 0;
	const char *p = strrchr(text, ')');
	return p && p[1] && p[2] == 'S';
}

static void *watch(void *unused)
{
	(void)unused;
	int last = -1, idle = 0, asleep_for = 0;
	for (;;) {
		struct { long s, ns; } tenth = {0, 20000000};
		sys(SYS_nanosleep, (long)&tenth, 0, 0, 0);
		hold();
		idle = last == turn ? idle + 1 : 0;
		last = turn;
		if (over && KIND == 'd') {
			int all = 1;
			for (int i = 0; i < N_THREADS; i++)
				if (set[i] && (!threads[i].waits || !(sleeping(threads[i].tid) || !strncmp(threads[i].at, "pthread_spin", 12))))
					all = 0;
			asleep_for = all ? asleep_for + 1 : 0;
			if (asleep_for == 10) {
				char text[600];
				int n = 0;
				for (int i = 0; i < N_THREADS; i++)
					if (set[i])
						n += snprintf(text + n, sizeof text - (unsigned)n, "%sthread %d waits at %s:%d", n ? ", " : "", i, files[threads[i].file], threads[i].line);
				stop("CONFIRMED", "%s", text);
			}
		}
		if (KIND == 'r' && threads[WANT_THREAD].pending == 2 && threads[WANT_OTHER].pending == 1 && idle > 100)
			threads[WANT_THREAD].pending = 3, changed(); /* it is held up somewhere after its access */
		if ((threads[WANT_THREAD].pending == 3 && threads[WANT_OTHER].pending == 3) || idle > 100) /* or one is held up after its access */
			race_shown();
		if (KIND == 'r' && threads[WANT_THREAD].pending == 3 && threads[WANT_OTHER].pending == 3)
			stop("not confirmed", "both accesses were made, and %s", HAVE_TSAN ? "ThreadSanitizer reports no race of these lines" : "they are not to the same bytes");
		if (idle > 50 * LIMIT) {
			if (over)
				stop("not confirmed", "the schedule was followed to its end, and the failure does not show");
			const struct step *s = &steps[turn];
			struct thread *t = &threads[s->thread];
			if (t->doing == turn)
				stop("not confirmed", "thread %d does not get past %s at %s:%d", s->thread, t->at, files[t->file], t->line);
			stop("not confirmed", "thread %d does not come to %s:%d (%s); it was last seen at %s:%d, %s", s->thread, files[s->file], s->line,
			     s->what == 'k' || s->what == 'K' ? names[s->name] : s->what == 'r' || s->what == 'R' ? "a read" : s->what == 'w' || s->what == 'W' ? "a write" : "an operation",
			     t->line ? files[t->file] : "its start", t->line, t->at ? t->at : "nothing done");
		}
		release();
	}
	return 0;
}

/* leaving is called when the process ends. */
static void leaving(void)
{
	if (self < 0)
		return;
	struct thread *t = &threads[self];
	hold();
	t->waits = 0;
	for (int k = t->next; k < N_STEPS; k = next_of(self, k + 1))
		done[k] = 1;
	t->next = N_STEPS;
	finish(t);
	if (t->pending)
		t->pending = 3, changed();
	while (self != WANT_THREAD || KIND == 'r' || !over) /* others are still on their way */
		asleep();
	stop("not confirmed", "the program ends, and the failure does not show");
}

#if !HAVE_TSAN && !ALONE
static void crashed(int number, siginfo_t *info, void *unused)
{
	(void)unused;
	if (self >= 0) {
		struct thread *t = &threads[self];
		if (KIND == 'm' && (uintptr_t)info->si_addr < 4096 && same(WANT_KIND, "null-deref") && self == WANT_THREAD && over)
			confirmed_at(t, "the program crashes at address 0");
		int last = over || (t->doing == turn && turn == N_STEPS - 1); /* the access that crashes may be in the trace */
		if (KIND == 'm' && (uintptr_t)info->si_addr >= 4096 && (same(WANT_KIND, "use-after-free") || same(WANT_KIND, "out-of-bounds")) && self == WANT_THREAD && last && t->file == WANT_FILE && t->line == WANT_LINE)
			confirmed_at(t, "the program crashes at memory that it does not have");
		stop("not confirmed", "signal %d behind %s:%d, thread %d", number, files[t->file], t->line, self);
	}
	stop("not confirmed", "signal %d", number);
}
#endif

__attribute__((constructor(101))) static void begin(void)
{
	const char *fd = getenv("HEDDLE_REPLAY_FD");
	if (fd)
		report_to = atoi(fd);
	if (report_to > 2) { /* out of the way of the program's own descriptors */
		int high = fcntl(report_to, F_DUPFD_CLOEXEC, 900);
		if (high > 0)
			close(report_to), report_to = high;
	}
	verbose = getenv("HEDDLE_REPLAY_VERBOSE") != 0;
	read_program();
	for (int i = 0; i < N_THREADS; i++)
		threads[i].next = next_of(i, 0), threads[i].doing = -1;
	n_threads = 1;
	self = 0;
	threads[0].tid = (int)sys(SYS_gettid, 0, 0, 0, 0);
#if !HAVE_TSAN && !ALONE
	struct sigaction a;
	memset(&a, 0, sizeof a);
	a.sa_sigaction = crashed;
	a.sa_flags = SA_SIGINFO;
	sigaction(SIGSEGV, &a, 0);
	sigaction(SIGBUS, &a, 0);
	sigaction(SIGABRT, &a, 0);
#endif
	signal(SIGPIPE, SIG_IGN); /* as a parent may have it: no trace of a failure ends by this signal before */
	atexit(leaving);
	advance();
	pthread_t id;
	__real_pthread_create(&id, 0, watch, 0);
	begun = 1;
}
