/* ---- the schedule */

struct thread {
	int next;       /* index in steps of what it does next; n_steps: nothing */
	int doing;      /* what it has begun, -1: nothing */
	int input;      /* index in inputs */
	int file, line; /* where it was last */
	const char *at; /* what it did there */
	volatile int pending; /* 1: before its access of a race, 2: it may go on */
	int pending_file, pending_line;
	volatile int waits;   /* in the operation that it waits in at the end of a deadlock */
	volatile int free_;   /* the trace has nothing to say about it any more */
	volatile int tid, gone, sections;
	struct { uintptr_t at; unsigned long size; int writes; } bytes[2]; /* what it is about to access */
	struct { uintptr_t at; unsigned long size; int writes; } line_bytes[16]; /* of the accesses of a race's line */
	int n_line_bytes;
	int calls;                                                        /* in a function of the library */
	uintptr_t top; /* of its stack, where it was last */
};

static struct thread threads[N_THREADS + 1];
static volatile int n_threads, turn, over, begun;

static int next_of(int thread, int from)
{
	while (from < N_STEPS && (steps[from].thread != thread || absent[from] == 1))
		from++;
	return from;
}

static void advance(void)
{
	int before = turn;
	while (turn < N_STEPS && done[turn])
		turn++;
	if (turn == N_STEPS) {
		over = 1;
		if (KIND != 'd' && KIND != 'r')
			threads[WANT_THREAD].free_ = 1; /* it goes on into the failure */
	}
	if (turn != before || over)
		changed();
}

static void finish(struct thread *t)
{
	if (t->doing >= 0)
		done[t->doing] = 1;
	t->doing = -1;
	advance();
}

static int atomic(const struct step *s) { return s->what == 'R' || s->what == 'W' || s->what == 'u'; }

static int fits(const struct step *s, int what, const char *name, int file, int line)
{
	if (s->what == 'a')
		return what == 'a' || (s->pending && what == 'k' && s->line == line && s->file == file);
	if (s->line != line || s->file != file)
		return 0;
	switch (s->what) {
	case 'r':
	case 'w':
	case 'R':
	case 'W':
	case 'c':
	case 'u': /* before an access of a race any of its line will do: compilers write to a bit-field where heddle reads it, too */
		if (s->pending && what == 'k')
			return absent[s - steps] == 2;
		return what == s->what || (((s->pending && !atomic(s)) || s->what == 'c') && (what == 'r' || what == 'w')) || (s->pending && (what == 'R' || what == 'W' || what == 'u') && atomic(s));
	case 'b':
		return what == 'k' || what == 'r';
	case 'B':
		return what == 'B';
	case 'k':
	case 'K':
		return what == s->what && same(name, names[s->name]);
	}
	return what == s->what;
}

/* find says which step of the trace a thread has come to, N_STEPS if the trace does not know this one. Compilers and heddle do not agree about every access: what a line has left when the thread
   has left the line is not waited for. A call is never missed, so accesses before it are not waited for either. */
static int find(int me, int what, const char *name, int file, int line)
{
	int i = threads[me].next;
	if (i == N_STEPS || fits(&steps[i], what, name, file, line))
		return i;
	int j = i;
	if (what == 'k')
		while (j < N_STEPS && steps[j].what != 'k' && steps[j].what != 'b' && absent[j] != 2 && !(steps[j].what == 'a' && steps[j].pending))
			j = next_of(me, j + 1);
	else if (steps[i].what != 'k')
		while (j < N_STEPS && steps[j].line == steps[i].line && steps[j].file == steps[i].file && steps[j].what != 'k' && steps[j].what != 'b')
			j = next_of(me, j + 1);
	return j < N_STEPS && fits(&steps[j], what, name, file, line) ? j : N_STEPS;
}

static void race_arrived(struct thread *t);
static void race_shown(void);
static void call_bytes(struct thread *t, const char *name);
static void leaks(void);
static void confirmed_at(struct thread *t, const char *what) __attribute__((noreturn));

/* rests makes a thread wait for good, unless it is one that has to go on. */
static void rests(struct thread *t)
{
	while (!t->free_)
		asleep();
}

static int verbose;

/* say names a step, for people. */
static void say(int i)
{
	char text[300];
	int me = self;
	self = -1;
	int n = snprintf(text, sizeof text, "heddle: step %d of %d: thread %d at %s:%d, %c %s\n", i + 1, N_STEPS, me, files[steps[i].file], steps[i].line, steps[i].what, names[steps[i].name]);
	(void)sys(SYS_write, report_to, (long)text, n, 0);
	self = me;
}

/* pin is called by a thread before everything that the trace could speak of. */
static void pin(int what, const char *name, uintptr_t pc, uintptr_t address, unsigned long size)
{
	int file, line;
	if (ALONE || self < 0 || !place(pc - 1, &file, &line))
		return;
	struct thread *t = &threads[self];
	hold();
	t->file = file, t->line = line, t->at = name;
	t->bytes[0].at = address, t->bytes[0].size = size, t->bytes[0].writes = what != 'r' && what != 'R';
	t->bytes[1].size = 0;
	t->calls = what == 'k';
	if (t->calls)
		call_bytes(t, name);
	t->top = here;
	t->waits = 0;
	if (t->pending) {
		if (file != t->pending_file || line != t->pending_line) {
			t->pending = 3;
			changed();
			rests(t);
		} else
			race_arrived(t);
		release();
		return;
	}
	if (t->free_) {
		release();
		return;
	}
	int i = find(self, what, name, file, line);
	if (t->next == N_STEPS) { /* the trace has nothing more of it */
		finish(t);
		rests(t);
		release();
		return;
	}
	if (i == N_STEPS) { /* the trace does not know this one */
		release();
		return;
	}
	for (int k = t->next; k < i; k = next_of(self, k + 1))
		done[k] = 1;
	t->next = next_of(self, i + 1);
	finish(t);
	while (turn != i)
		asleep();
	t->doing = i;
	if (verbose)
		say(i);
	if (steps[i].what == 'b' || steps[i].what == 'B') { /* a deadlock: it goes on when everybody is there */
		finish(t);
		while (!over)
			asleep();
		t->waits = 1;
	} else if (steps[i].pending) {
		t->pending = 1;
		t->pending_file = file, t->pending_line = line;
		finish(t);
		race_arrived(t);
	} else if (t->next < N_STEPS && (steps[t->next].what == 'K' || steps[t->next].what == 'B'))
		finish(t); /* others have to go on for the call to return */
	else if (t->next == N_STEPS && ends[self])
		t->free_ = 1; /* all that is left is its end */
	release();
}

static void ended(void)
{
	if (self < 0)
		return;
	struct thread *t = &threads[self];
	hold();
	t->gone = 1;
	t->waits = 0;
	for (int k = t->next; k < N_STEPS; k = next_of(self, k + 1))
		done[k] = 1;
	t->next = N_STEPS;
	finish(t);
	if (t->pending)
		t->pending = 3;
	changed();
	leaks();
	if (over && self == WANT_THREAD && (KIND == 'a' || KIND == 'm' || KIND == 'l'))
		stop("not confirmed", "thread %d ends, and the failure does not show", self);
	release();
}

