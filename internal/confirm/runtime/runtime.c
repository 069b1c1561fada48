/* The runtime of a replay. It is linked with the user's program, compiled as it is with -fsanitize=thread, and calls of
   __tsan_* functions stand before every access to memory then. Each of them, and each call of a function that the trace
   names, is a pin: the thread stops there until the trace says that it is its turn.

   This file is compiled without a sanitizer, and it calls neither pthread functions nor C atomics to hand over turns: ThreadSanitizer would take
   either for synchronization of the program, and see no race. Words are volatile, the lock is one instruction, and threads sleep by system calls. */

/* With AddressSanitizer nothing is wrapped, and there is no schedule to follow: the functions are those of the library. */
#if HAVE_ASAN
#define REALLY(f) __asm__(#f)
#else
#define REALLY(f)
#endif

static void stop(const char *verdict, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

/* ---- the system */

#if GIVES_syscall
extern long __real_syscall(long, ...);
#define syscall __real_syscall
#endif

static long sys(long n, long a, long b, long c, long d)
{
	return syscall(n, a, b, c, d, 0L, 0L);
}

static volatile int guard;

#ifndef HEDDLE_MUTEX
static int swap(volatile int *p, int v)
{
	__asm__ volatile("xchg %0, %1" : "+r"(v), "+m"(*p) : : "memory");
	return v;
}

static void hold(void)
{
	while (swap(&guard, 1))
		sys(SYS_sched_yield, 0, 0, 0, 0);
}

static void release(void)
{
	(void)swap(&guard, 0);
}
#else /* what must not be done: ThreadSanitizer sees this lock, and no race is left. There is a test that says so. */
static pthread_mutex_t guard_mutex = PTHREAD_MUTEX_INITIALIZER;
extern int __real_pthread_mutex_lock(pthread_mutex_t *), __real_pthread_mutex_unlock(pthread_mutex_t *);

static void hold(void)
{
	__real_pthread_mutex_lock(&guard_mutex);
	guard = 1;
}

static void release(void)
{
	guard = 0;
	__real_pthread_mutex_unlock(&guard_mutex);
}
#endif

static volatile int moment; /* changes whenever somebody may have to look again */

static void changed(void)
{
	moment++;
	sys(SYS_futex, (long)&moment, 1 /* FUTEX_WAKE */, INT_MAX, 0);
}

/* asleep lets go of the guard until something has changed. */
static void asleep(void)
{
	struct { long s, ns; } most = {0, 100000000};
	int seen = moment;
	release();
	sys(SYS_futex, (long)&moment, 0 /* FUTEX_WAIT */, seen, (long)&most);
	hold();
}

/* ---- saying what happened. One line, to the descriptor that HEDDLE_REPLAY_FD names, or to standard error. */

static int report_to = 2;
static __thread uintptr_t here;         /* the end of the stack that is in use by the user's code */
static __thread uintptr_t arguments[3]; /* of the call that is pinned */
static __thread int self = -1; /* the number of the thread; -1: one that the trace does not know, or that is done with it */

static void stop(const char *verdict, const char *format, ...)
{
	static volatile int said;
	char text[1000];
	self = -1;
	int n = snprintf(text, sizeof text, "heddle: %s: ", verdict);
	va_list list;
	va_start(list, format);
	n += vsnprintf(text + n, sizeof text - 1 - (unsigned)n, format, list);
	va_end(list);
	if (n > (int)sizeof text - 2)
		n = sizeof text - 2;
	text[n++] = '\n';
	if (!said++)
		(void)sys(SYS_write, report_to, (long)text, n, 0);
	sys(SYS_exit_group, verdict[0] == 'C' ? 1 : 3, 0, 0, 0);
	__builtin_unreachable();
}

/* ---- places: the line table that gcc -gdwarf-4 leaves in the program */

struct row { uintptr_t pc; int file, line; }; /* line 0: the end of a sequence; file: index in files, -1 for another */
static struct row *rows;
static int n_rows, max_rows;

static unsigned long leb(const unsigned char **p)
{
	unsigned long v = 0;
	int shift = 0;
	do
		v |= (unsigned long)(**p & 127) << shift, shift += 7;
	while (*(*p)++ & 128);
	return v;
}

static long sleb(const unsigned char **p)
{
	long v = 0;
	int shift = 0;
	unsigned char b;
	do
		b = *(*p)++, v |= (long)(b & 127) << shift, shift += 7;
	while (b & 128);
	return b & 64 && shift < (int)sizeof v * 8 ? v | -(1L << shift) : v;
}

/* Functions of the library may be pinned: the scheduler calls none of them. */
static int same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

static const char *base_name(const char *s)
{
	const char *slash = strrchr(s, '/');
	return slash ? slash + 1 : s;
}

static int file_named(const char *s)
{
	for (int i = 0; files[i]; i++)
		if (same(base_name(s), files[i]))
			return i;
	return -1;
}

static void add_row(uintptr_t pc, int file, int line)
{
	if (n_rows == max_rows) {
		struct row *more = mmap(0, (size_t)(max_rows * 2 + 4096) * sizeof *rows, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (more == MAP_FAILED)
			return;
		for (int i = 0; i < n_rows; i++)
			more[i] = rows[i];
		rows = more;
		max_rows = max_rows * 2 + 4096;
	}
	rows[n_rows++] = (struct row){pc, file, line};
}

static void read_unit(const unsigned char *p, const unsigned char *end)
{
	const unsigned char *program = p + 4 + *(const unsigned *)p;
	int min_length = p[4], base = (signed char)p[7], range = p[8], opcodes = p[9];
	const unsigned char *lengths = p + 10;
	static int known[4096];
	int n_files = 1;
	p = lengths + opcodes - 1;
	while (*p)
		p += strlen((const char *)p) + 1;
	for (p++; *p && n_files < 4096; leb(&p), leb(&p), leb(&p)) {
		known[n_files++] = file_named((const char *)p);
		p += strlen((const char *)p) + 1;
	}
	uintptr_t pc = 0;
	unsigned long file = 1;
	int line = 1;
	for (p = program; p < end;) {
		int op = *p++;
		int emits = op >= opcodes;
		if (op >= opcodes) {
			pc += (uintptr_t)((op - opcodes) / range * min_length);
			line += base + (op - opcodes) % range;
		} else if (op == 0) {
			unsigned long size = leb(&p);
			const unsigned char *next = p + size;
			if (*p == 1) {
				add_row(pc, -1, 0);
				pc = 0, file = 1, line = 1;
			} else if (*p == 2)
				memcpy(&pc, p + 1, sizeof pc);
			p = next;
		} else if (op == 1)
			emits = 1;
		else if (op == 2)
			pc += leb(&p) * (unsigned)min_length;
		else if (op == 3)
			line += (int)sleb(&p);
		else if (op == 4)
			file = leb(&p);
		else if (op == 8)
			pc += (uintptr_t)((255 - opcodes) / range * min_length);
		else if (op == 9)
			pc += *(const unsigned short *)p, p += 2;
		else
			for (int n = lengths[op - 1]; n > 0; n--)
				leb(&p);
		if (emits)
			add_row(pc, file < (unsigned long)n_files ? known[file] : -1, line);
	}
}

static signed char done[N_STEPS + 1], absent[N_STEPS + 1]; /* the compiler made no such operation */

/* atomic functions: what the user defines by a name that makes it an atomic section, and failures that he defines himself */
struct range { uintptr_t from, to; int what; }; /* f: fails, s: a section, b: begins one, e: ends one */
static struct range named[256];
static int n_named;

/* sites looks for the calls of hooks in the program. What the trace has and the compiler did not make is not waited for: variables that
   heddle has in memory and gcc does not instrument, for one. */
struct target { uintptr_t at; int what; const char *name; };
static const struct target *targets(int *n);

static int place(uintptr_t pc, int *file, int *line);
static int fits(const struct step *s, int what, const char *name, int file, int line);

static void sites(const unsigned char *code, uintptr_t at, unsigned long size)
{
	int n;
	const struct target *all = targets(&n);
	for (unsigned long i = 0; i + 5 <= size; i++) {
		int offset;
		if (code[i] != 0xe8 && code[i] != 0xe9)
			continue;
		memcpy(&offset, code + i + 1, 4);
		uintptr_t to = at + i + 5 + (uintptr_t)(intptr_t)offset;
		for (int k = 0; k < n; k++) {
			int file, line;
			if (all[k].at != to || !place(at + i, &file, &line))
				continue;
			for (int s = 0; s < N_STEPS; s++)
				if (fits(&steps[s], all[k].what, all[k].name, file, line) || (steps[s].what == 'K' && fits(&steps[s], 'K', all[k].name, file, line)))
					absent[s] = 0;
		}
	}
}

static void read_program(void)
{
	int fd = (int)sys(SYS_openat, AT_FDCWD, (long)"/proc/self/exe", O_RDONLY, 0);
	long size = sys(SYS_lseek, fd, 0, SEEK_END, 0);
	const unsigned char *image = fd < 0 ? MAP_FAILED : mmap(0, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (image == MAP_FAILED)
		stop("not confirmed", "the program cannot be read");
	const ElfW(Ehdr) *head = (const void *)image;
	const ElfW(Shdr) *sections = (const void *)(image + head->e_shoff);
	const char *names = (const char *)image + sections[head->e_shstrndx].sh_offset;
	for (int i = 0; i < head->e_shnum; i++) {
		const ElfW(Shdr) *s = &sections[i];
		const unsigned char *p = image + s->sh_offset, *end = p + s->sh_size;
		if (same(names + s->sh_name, ".debug_line"))
			while (p + 10 < end) {
				const unsigned char *next = p + 4 + *(const unsigned *)p;
				if (*(const unsigned short *)(p + 4) == 4)
					read_unit(p + 6, next);
				p = next;
			}
		if (s->sh_type == SHT_SYMTAB) {
			const char *strings = (const char *)image + sections[s->sh_link].sh_offset;
			for (const ElfW(Sym) *y = (const void *)p; (const unsigned char *)y < end; y++) {
				const char *name = strings + y->st_name;
				int what = same(name, "reach_error") || same(name, "__VERIFIER_error") ? 'f' : same(name, "__VERIFIER_atomic_begin") ? 'b' : same(name, "__VERIFIER_atomic_end") ? 'e' : !strncmp(name, "__VERIFIER_atomic", 17) ? 's' : 0;
				if ((y->st_info & 15) == STT_FUNC && y->st_size && n_named < 256 && what)
					named[n_named++] = (struct range){y->st_value, y->st_value + y->st_size, what};
			}
		}
	}
	for (int gap = n_rows / 2; gap > 0; gap /= 2) /* equal ones keep no order: the end of a sequence goes first, by its line */
		for (int i = gap; i < n_rows; i++)
			for (int j = i - gap; j >= 0 && (rows[j].pc > rows[j + gap].pc || (rows[j].pc == rows[j + gap].pc && rows[j].line && !rows[j + gap].line)); j -= gap) {
				struct row x = rows[j];
				rows[j] = rows[j + gap], rows[j + gap] = x;
			}
	for (int i = 0; i < N_STEPS; i++)
		absent[i] = strchr("rwRWuckK", steps[i].what) != 0;
	for (int i = 0; i < head->e_shnum; i++)
		if (sections[i].sh_type == SHT_PROGBITS && sections[i].sh_flags & SHF_EXECINSTR)
			sites(image + sections[i].sh_offset, sections[i].sh_addr, sections[i].sh_size);
	for (int i = 0; i < N_STEPS; i++)
		if (absent[i] && steps[i].pending)
			absent[i] = 2; /* inside of a function of the library, then */
		else
			done[i] = absent[i];
}

/* place finds the line of an instruction, if it is one of the files of the trace. */
static int place(uintptr_t pc, int *file, int *line)
{
	int low = 0, high = n_rows;
	while (low < high) {
		int mid = (low + high) / 2;
		if (rows[mid].pc <= pc)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0 || rows[low - 1].file < 0 || !rows[low - 1].line)
		return 0;
	*file = rows[low - 1].file;
	*line = rows[low - 1].line;
	return 1;
}

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
	if (HAVE_ASAN || self < 0 || !place(pc - 1, &file, &line))
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

/* ---- failures */

static void confirmed_at(struct thread *t, const char *what)
{
	stop("CONFIRMED", "%s at %s:%d, thread %d", what, files[t->file], t->line, (int)(t - threads));
}

/* fails is called where the program says itself that it fails. */
static void fails(uintptr_t pc, const char *what)
{
	int file, line;
	if (self < 0 || !place(pc - 1, &file, &line)) {
		if (self < 0)
			return;
		file = threads[self].file, line = threads[self].line;
	}
	pin('k', what, pc, 0, 0);
	struct thread *t = &threads[self];
	t->file = file, t->line = line;
	if (KIND == 'a' && line == WANT_LINE && file == WANT_FILE && self == WANT_THREAD)
		confirmed_at(t, "the assertion fails");
	race_shown(); /* an access of the assertion was the second of a race */
	stop("not confirmed", "%s at %s:%d, thread %d", what, files[file], line, self);
}

static void assumed(uintptr_t pc)
{
	int file, line;
	if (self < 0 || !place(pc - 1, &file, &line))
		return;
	struct thread *t = &threads[self];
	if (t->next < N_STEPS || self == WANT_THREAD || ends[self])
		stop("not confirmed", "an assumption does not hold at %s:%d, thread %d", files[file], line, self);
	hold(); /* the trace leaves it there, too */
	finish(t);
	rests(t);
	release();
}

struct object { uintptr_t at; unsigned long size; volatile int freed; };
static struct object *object_at(uintptr_t p);

static int overlap(struct thread *a, struct thread *b)
{
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			if (a->bytes[i].at < b->bytes[j].at + b->bytes[j].size && b->bytes[j].at < a->bytes[i].at + a->bytes[i].size && (a->bytes[i].writes || b->bytes[j].writes))
				return 1;
	return 0;
}

/* text_size is how many bytes of a string are read, up to the end of an object of the heap and the byte behind it. */
static unsigned long text_size(uintptr_t p)
{
	unsigned long n = 1;
	struct object *o = object_at(p);
	while (p >= 4096 && ((const char *)p)[n - 1] && !(o && p + n > o->at + o->size))
		n++;
	return n;
}

/* what functions of the library do to memory that they are given */
static void call_bytes(struct thread *t, const char *name)
{
	uintptr_t a = t->bytes[0].at, b = arguments[1];
	unsigned long n = arguments[2];
	if (same(name, "memset"))
		t->bytes[0].size = n;
	else if (same(name, "memcpy") || same(name, "memmove")) {
		t->bytes[0].size = n;
		t->bytes[1].at = b, t->bytes[1].size = n, t->bytes[1].writes = 0;
	} else if (same(name, "strlen")) {
		t->bytes[0].writes = 0;
		t->bytes[0].size = text_size(a);
	} else if (same(name, "strcpy") || same(name, "strcmp") || same(name, "strcat")) {
		t->bytes[1].at = b, t->bytes[1].writes = 0, t->bytes[1].size = text_size(b);
		t->bytes[0].writes = name[3] == 'c' && name[5] == 'y';
		t->bytes[0].size = t->bytes[0].writes ? t->bytes[1].size : text_size(a);
	} else if (same(name, "memcmp")) {
		t->bytes[0].size = t->bytes[1].size = n;
		t->bytes[1].at = b, t->bytes[0].writes = t->bytes[1].writes = 0;
	} else if (same(name, "read") || same(name, "write") || same(name, "recv") || same(name, "send"))
		t->bytes[0].at = b, t->bytes[0].size = n, t->bytes[0].writes = name[0] == 'r';
}

static volatile int met; /* both threads of a race stood before accesses to the same bytes */
static volatile int reported; /* ThreadSanitizer has something to say about these bytes */

/* meets notes what a thread accesses at its line of a race, and looks whether the other one does, too. */
static void meets(struct thread *t)
{
	struct thread *other = t == &threads[WANT_THREAD] ? &threads[WANT_OTHER] : &threads[WANT_THREAD];
	for (int i = 0; i < 2; i++)
		if (t->bytes[i].size && t->n_line_bytes < 16) {
			int k = t->n_line_bytes++;
			t->line_bytes[k].at = t->bytes[i].at, t->line_bytes[k].size = t->bytes[i].size, t->line_bytes[k].writes = t->bytes[i].writes;
			for (int j = 0; other->pending && j < other->n_line_bytes; j++)
				if (t->line_bytes[k].at < other->line_bytes[j].at + other->line_bytes[j].size && other->line_bytes[j].at < t->line_bytes[k].at + t->line_bytes[k].size &&
				    (t->line_bytes[k].writes || other->line_bytes[j].writes))
					met = 1;
		}
}

/* race_shown: ThreadSanitizer keeps one race of a range and forgets the others. It names the bytes then, and the lines are those of the threads. */
static void race_shown(void)
{
	if (KIND == 'r' && HAVE_TSAN && met && reported)
		stop("CONFIRMED", "thread %d at %s:%d and thread %d at %s:%d were about to access the same bytes, of which ThreadSanitizer reports a data race", WANT_THREAD, files[WANT_FILE], WANT_LINE, WANT_OTHER, files[WANT_OTHER_FILE], WANT_OTHER_LINE);
}

/* race_arrived: a thread stands before its access of a race. When both do, the first goes on; then the second. */
static void race_arrived(struct thread *t)
{
	struct thread *a = &threads[WANT_THREAD], *b = &threads[WANT_OTHER];
	t->pending = 1;
	meets(t);
	changed();
	while (t->pending == 1) {
		if (a->pending && b->pending) {
			int both = a->pending == 1 && b->pending == 1 && overlap(a, b);
			/* ThreadSanitizer does not look into all functions of the library. */
			if (both && (!HAVE_TSAN || a->calls || b->calls))
				stop("CONFIRMED", "thread %d at %s:%d and thread %d at %s:%d are about to access the same bytes", WANT_THREAD, files[a->file], a->line, WANT_OTHER, files[b->file], b->line);
			/* Of one line a thread may make several accesses: the first thread makes all of them, then the other one. Without ThreadSanitizer
			   each of the one is compared with each of the other, as far as it can be. */
			if (t == a || a->pending == 3) {
				t->pending = 2;
				changed();
				return;
			}
		}
		asleep();
	}
}

/* ---- memory: every object of the heap stands in a list, is never given out again, and has room on both sides */

static struct object objects[1 << 16];
static volatile int n_objects;
enum { ROOM = 2048 };

static struct object *object_at(uintptr_t p)
{
	for (int i = n_objects - 1; i >= 0; i--)
		if (p - (objects[i].at - ROOM) < objects[i].size + 2 * ROOM)
			return &objects[i];
	return 0;
}

/* invalid says what is wrong with an access, as the kinds of findings are called; 0: nothing that can be seen. */
static const char *invalid(uintptr_t p, unsigned long size)
{
	if (p < 4096)
		return "null-deref";
	struct object *o = object_at(p);
	if (o)
		return o->freed ? "use-after-free" : p < o->at || p + size > o->at + o->size ? "out-of-bounds" : 0;
	for (int i = 0; i < n_threads; i++) {
		struct thread *t = &threads[i];
		uintptr_t top = t->top;
		if (top && p < top && top - p < 1 << 20)
			return "use-after-free"; /* below what is in use of a stack */
		if (t->gone && top && p >= top && p - top < 4096)
			return "use-after-free"; /* of a thread that has ended */
	}
	return 0;
}

static __thread int outside_file, outside_line; /* of an index that is outside of its array */

static void check_access(uintptr_t pc, uintptr_t p, unsigned long size)
{
	const char *bad = KIND == 'm' ? invalid(p, size) : 0;
	int file, line;
	if (KIND == 'm' && !bad && outside_line && place(pc - 1, &file, &line) && file == outside_file && line == outside_line)
		bad = "out-of-bounds";
	if (!bad || self < 0 || !place(pc - 1, &file, &line))
		return;
	struct thread *t = &threads[self];
	if (same(bad, WANT_KIND) && line == WANT_LINE && file == WANT_FILE && self == WANT_THREAD)
		confirmed_at(t, bad);
	stop("not confirmed", "%s at %s:%d, thread %d", bad, files[file], line, self);
}

static void access_(int what, void *p, unsigned long size, uintptr_t pc)
{
	pin(what, what == 'r' || what == 'R' ? "a read" : what == 'w' || what == 'W' ? "a write" : "an atomic operation", pc, (uintptr_t)p, size);
	check_access(pc, (uintptr_t)p, size);
}

extern void *__real_malloc(size_t) REALLY(malloc);
extern void __real_free(void *) REALLY(free);
#if HAVE_TSAN
extern void __tsan_write_range_pc(void *, unsigned long, void *);
#endif

/* new_object makes memory with the content of an input, -1 for none: it is arbitrary, so the same every time. */
static void *new_object(size_t n, int input)
{
	unsigned char *p = __real_malloc(n + 2 * ROOM);
	if (!p)
		return 0;
	p += ROOM;
	for (size_t i = 0; i < n; i++)
		((volatile unsigned char *)p)[i] = input >= 0 && i < (size_t)inputs[input].size ? (unsigned char)inputs[input].content[i] : 0;
	hold();
	if (n_objects < 1 << 16)
		objects[n_objects++] = (struct object){(uintptr_t)p, n, 0};
	release();
	return p;
}

/* in_program says that an address is one of a static variable or of a stack. */
static int in_program(uintptr_t p)
{
	extern char __executable_start[], end[];
	for (int i = 0; i < n_threads; i++)
		if (threads[i].top && p - threads[i].top + (1 << 16) < 1 << 20)
			return 1;
	return p >= (uintptr_t)__executable_start && p < (uintptr_t)end;
}

static void free_object(uintptr_t pc, void *p)
{
	if (!p)
		return;
	struct object *o = object_at((uintptr_t)p);
	const char *bad = 0;
	if (!o ? in_program((uintptr_t)p) : o->at != (uintptr_t)p)
		bad = "invalid-free";
	else if (!o)
		__real_free(p); /* of the library */
	else if (o && o->freed)
		bad = "double-free";
	int file, line;
	if (bad && KIND == 'm' && self >= 0 && place(pc - 1, &file, &line)) {
		if (same(bad, WANT_KIND) && line == WANT_LINE && file == WANT_FILE && self == WANT_THREAD)
			confirmed_at(&threads[self], bad);
		stop("not confirmed", "%s at %s:%d, thread %d", bad, files[file], line, self);
	}
	if (o && !bad) {
		o->freed = 1;
#if HAVE_TSAN
		__tsan_write_range_pc(p, o->size, (void *)pc); /* freeing is a write of all of it */
#endif
	}
}

/* PC is where the user's code goes on; his part of the stack ends there, too. */
#define PC (here = (uintptr_t)__builtin_frame_address(0), (uintptr_t)__builtin_return_address(0))

static int input_at(const char *func, uintptr_t pc);
static long input_of(const char *func, uintptr_t pc, int *got);

/* refused says that the trace has an allocation fail. */
static int refused(int input) { return input >= 0 && inputs[input].value == 0; }

void *__wrap_malloc(size_t n)
{
	uintptr_t pc = PC;
	pin('k', "malloc", pc, 0, 0);
	int input = input_at("malloc", pc);
	return refused(input) ? 0 : new_object(n, input);
}

void *__wrap_calloc(size_t n, size_t m)
{
	uintptr_t pc = PC;
	pin('k', "calloc", pc, 0, 0);
	return refused(input_at("calloc", pc)) || (m && n > (size_t)-1 / m) ? 0 : new_object(n * m, -1);
}

void __wrap_free(void *p)
{
	struct object *o = object_at((uintptr_t)p);
	pin('k', "free", PC, (uintptr_t)p, o ? o->size : 0);
	free_object(PC, p);
}

void *__wrap_realloc(void *p, size_t n)
{
	struct object *o = object_at((uintptr_t)p);
	pin('k', "realloc", PC, (uintptr_t)p, o ? o->size : 0);
	unsigned char *q = new_object(n, -1);
	for (size_t i = 0; q && o && i < n && i < o->size; i++)
		q[i] = ((volatile unsigned char *)p)[i];
	if (q)
		free_object(PC, p);
	return q;
}

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

/* ---- inputs */

/* input_at is the next input of a thread that a function gives it at a place, -1 if there is none. */
static int input_at(const char *func, uintptr_t pc)
{
	int file, line;
	if (self < 0 || !place(pc - 1, &file, &line))
		return -1;
	for (int i = threads[self].input; i < N_INPUTS; i++)
		if (inputs[i].thread == self && inputs[i].file == file && inputs[i].line == line && same(func, names[inputs[i].name])) {
			threads[self].input = i + 1;
			return i;
		}
	return -1;
}

static long input_of(const char *func, uintptr_t pc, int *got)
{
	int i = input_at(func, pc);
	*got = i >= 0;
	return i < 0 ? 0 : (long)inputs[i].value;
}

static unsigned long long wide_input(uintptr_t pc)
{
	int i = input_at("", pc);
	return i < 0 ? 0 : inputs[i].value;
}

/* ---- what the system decides: how many bytes come in and which, whether there is a socket. It is as the trace says; what does not stand there is for the real function. GIVEN_CALLS are
   those of these functions that the trace has inputs of, each with GIVES_name 1. */

static void called(const char *name, uintptr_t pc, uintptr_t first);

/* of_program says that a descriptor leads to a pipe of the program itself: what comes out of it is not for the system to say. */
static int of_program(int fd)
{
	struct stat s;
	return fstat(fd, &s) == 0 && S_ISFIFO(s.st_mode);
}

static void bring(int input, void *to, unsigned long room)
{
	for (unsigned long i = 0; i < room; i++)
		((volatile char *)to)[i] = i < (unsigned long)inputs[input].size ? inputs[input].content[i] : 0;
#if HAVE_TSAN
	__tsan_write_range_pc(to, room, (void *)__builtin_return_address(0));
#endif
}

/* name(fd, buffer, size, ...) */
#define BRINGS(name)                                                                                         \
	extern long __real_##name(int, void *, size_t, long, long, long);                                    \
	long __wrap_##name(int fd, void *to, size_t n, long a, long b, long c)                               \
	{                                                                                                    \
		uintptr_t pc = PC;                                                                           \
		arguments[1] = (uintptr_t)to, arguments[2] = n;                                              \
		called(#name, pc, (uintptr_t)fd);                                                            \
		int i = of_program(fd) ? -1 : input_at(#name, pc);                                           \
		if (i < 0)                                                                                   \
			return __real_##name(fd, to, n, a, b, c);                                            \
		long result = (long)inputs[i].value;                                                         \
		if (result > 0 && (size_t)result <= n)                                                       \
			bring(i, to, (unsigned long)result);                                                 \
		return result;                                                                               \
	}
/* the result is all there is to it */
#define SAYS(name)                                                                                           \
	extern long __real_##name(long, long, long, long, long, long);                                       \
	long __wrap_##name(long fd, long d, long n, long a, long b, long c)                                  \
	{                                                                                                    \
		uintptr_t pc = PC;                                                                           \
		arguments[1] = (uintptr_t)d, arguments[2] = (uintptr_t)n;                                    \
		called(#name, pc, (uintptr_t)fd);                                                            \
		int i = input_at(#name, pc);                                                                 \
		return i < 0 ? __real_##name(fd, d, n, a, b, c) : (long)inputs[i].value;                     \
	}
#if GIVES_read
BRINGS(read)
#endif
#if GIVES_recv
BRINGS(recv)
#endif
#if GIVES_recvfrom
BRINGS(recvfrom)
#endif
#if GIVES_socket
SAYS(socket)
#endif
#if GIVES_connect
SAYS(connect)
#endif
#if GIVES_accept
SAYS(accept)
#endif
#if GIVES_bind
SAYS(bind)
#endif
#if GIVES_listen
SAYS(listen)
#endif
#if GIVES_open
SAYS(open)
#endif
#if GIVES_getchar
SAYS(getchar)
#endif
#if GIVES_fgetc
SAYS(fgetc)
#endif
#if GIVES_getc
SAYS(getc)
#endif
#if GIVES_syscall
/* A futex may wake up without a reason, so it does when the trace says so. */
long __wrap_syscall(long n, long a, long b, long c, long d, long e, long f)
{
	uintptr_t pc = PC;
	called("syscall", pc, 0);
	int i = n == SYS_futex ? input_at("syscall", pc) : -1;
	return i < 0 ? __real_syscall(n, a, b, c, d, e, f) : (long)inputs[i].value;
}
#endif
#if GIVES_fgets
extern char *__real_fgets(char *, int, FILE *);
char *__wrap_fgets(char *to, int n, FILE *f)
{
	uintptr_t pc = PC;
	called("fgets", pc, (uintptr_t)to);
	int i = input_at("fgets", pc);
	if (i < 0)
		return __real_fgets(to, n, f);
	if (inputs[i].value == 0 || n < 1)
		return 0;
	bring(i, to, (unsigned long)(inputs[i].size < n - 1 ? inputs[i].size : n - 1) + 1);
	to[inputs[i].size < n - 1 ? inputs[i].size : n - 1] = 0;
	return to;
}
#endif
#if GIVES_main
/* The number of arguments stands in the trace at main itself. The arguments are empty. */
extern int __real_main(int, char **, char **);
int __wrap_main(int argc, char **argv, char **environment)
{
	int i = input_at("", (uintptr_t)__real_main + 1);
	if (i < 0 || (int)inputs[i].value < 0 || (int)inputs[i].value > 1 << 20)
		return __real_main(argc, argv, environment);
	argc = (int)inputs[i].value;
	argv = mmap(0, ((size_t)argc + 1) * sizeof *argv, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	static char empty[8];
	for (int k = 0; argv != MAP_FAILED && k < argc; k++)
		argv[k] = empty;
	return __real_main(argc, argv, environment);
}
#endif

#define ANY(type, name)                                              \
	__attribute__((weak)) type name(void)                        \
	{                                                            \
		unsigned long long v = wide_input(PC);               \
		type result;                                         \
		memcpy(&result, &v, sizeof result);                  \
		return result;                                       \
	}
#define ANYS(type, name) ANY(type, __VERIFIER_nondet_##name) ANY(type, heddle_nondet_##name) ANY(type, __heddle_nondet_##name) ANY(type, nondet_##name)
ANYS(_Bool, bool) ANYS(char, char) ANYS(signed char, schar) ANYS(unsigned char, uchar) ANYS(short, short) ANYS(unsigned short, ushort)
ANYS(int, int) ANYS(unsigned, uint) ANYS(unsigned, unsigned) ANYS(unsigned, unsigned_int) ANYS(long, long) ANYS(unsigned long, ulong) ANYS(long long, longlong)
ANYS(unsigned long long, ulonglong) ANYS(signed char, int8) ANYS(short, int16) ANYS(int, int32) ANYS(long long, int64) ANYS(unsigned char, uint8)
ANYS(unsigned short, uint16) ANYS(unsigned, uint32) ANYS(unsigned long long, uint64) ANYS(size_t, size) ANYS(size_t, size_t) ANYS(ptrdiff_t, ptrdiff)
ANYS(intptr_t, intptr) ANYS(uintptr_t, uintptr) ANYS(float, float) ANYS(double, double) ANYS(_Bool, _Bool) ANYS(unsigned char, u8) ANYS(unsigned short, u16)
ANYS(unsigned, u32)
__attribute__((weak)) void *__VERIFIER_nondet_pointer(void) { return (void *)(uintptr_t)wide_input(PC); }
__attribute__((weak)) void *heddle_nondet_ptr(void) { return (void *)(uintptr_t)wide_input(PC); }

/* ---- assertions, assumptions, atomic sections */

#if HAVE_TSAN
extern void __tsan_acquire(void *), __tsan_release(void *);
#endif
static char section_clock;

static void section_begins(uintptr_t pc)
{
	if (self < 0)
		return;
	if (threads[self].sections++ == 0) {
		pin('a', "an atomic section", pc, 0, 0);
#if HAVE_TSAN
		__tsan_acquire(&section_clock);
#endif
	}
}

static void section_ends(void)
{
	if (self < 0)
		return;
	if (--threads[self].sections == 0) {
#if HAVE_TSAN
		__tsan_release(&section_clock);
#endif
	}
	(void)section_clock;
}

__attribute__((weak)) void __VERIFIER_atomic_begin(void) { section_begins(PC); }
__attribute__((weak)) void __VERIFIER_atomic_end(void) { section_ends(); }
void __heddle_atomic_begin(void) { section_begins(PC); }
void __heddle_atomic_end(void) { section_ends(); }
void __heddle_atomic_leave(int *unused) { (void)unused; section_ends(); }
__attribute__((weak)) void __CPROVER_atomic_begin(void) { section_begins(PC); }
__attribute__((weak)) void __CPROVER_atomic_end(void) { section_ends(); }

__attribute__((weak)) void __VERIFIER_error(void) { fails(PC, "__VERIFIER_error is called"); }
__attribute__((weak)) void reach_error(void) { fails(PC, "reach_error is called"); }
__attribute__((weak)) void __VERIFIER_assert(int c) { if (!c) fails(PC, "an assertion fails"); }
__attribute__((weak)) void __CPROVER_assert(int c, const char *s) { (void)s; if (!c) fails(PC, "an assertion fails"); }
__attribute__((weak)) void __goblint_check(int c) { if (!c) fails(PC, "an assertion fails"); }
__attribute__((weak)) void __goblint_assert(int c) { if (!c) fails(PC, "an assertion fails"); }
void __heddle_assert(int c, const char *s) { (void)s; if (!c) fails(PC, "an assertion fails"); }
__attribute__((weak)) void __VERIFIER_assume(int c) { if (!c) assumed(PC); }
__attribute__((weak)) void __CPROVER_assume(int c) { if (!c) assumed(PC); }
__attribute__((weak)) void __goblint_assume(int c) { if (!c) assumed(PC); }
__attribute__((weak)) void assume_abort_if_not(int c) { if (!c) assumed(PC); }
void __heddle_assume(int c) { if (!c) assumed(PC); }
__attribute__((noreturn)) void __wrap___assert_fail(const char *e, const char *file, unsigned line, const char *func)
{
	(void)e, (void)file, (void)line, (void)func;
	fails(PC, "an assertion fails");
	__builtin_trap();
}

/* ---- what stands before every access */

static void entry(uintptr_t here, uintptr_t caller)
{
	for (int i = 0; i < n_named; i++)
		if (here >= named[i].from && here < named[i].to) {
			if (named[i].what == 'f')
				fails(caller, "an assertion fails");
			if (named[i].what != 'e')
				section_begins(caller);
		}
}

static void exit_(uintptr_t here)
{
	for (int i = 0; i < n_named; i++)
		if (here >= named[i].from && here < named[i].to && named[i].what != 'b')
			section_ends();
}

#define EACH_ACCESS(X)                                                                                                                          \
	X(__tsan_read1, 'r', 1) X(__tsan_read2, 'r', 2) X(__tsan_read4, 'r', 4) X(__tsan_read8, 'r', 8) X(__tsan_read16, 'r', 16)                \
	X(__tsan_write1, 'w', 1) X(__tsan_write2, 'w', 2) X(__tsan_write4, 'w', 4) X(__tsan_write8, 'w', 8) X(__tsan_write16, 'w', 16)           \
	X(__tsan_unaligned_read2, 'r', 2) X(__tsan_unaligned_read4, 'r', 4) X(__tsan_unaligned_read8, 'r', 8) X(__tsan_unaligned_read16, 'r', 16) \
	X(__tsan_unaligned_write2, 'w', 2) X(__tsan_unaligned_write4, 'w', 4) X(__tsan_unaligned_write8, 'w', 8) X(__tsan_unaligned_write16, 'w', 16) \
	X(__tsan_read_range, 'r', 0) X(__tsan_write_range, 'w', 0)
#define EACH_ATOMIC(X, bits)                                                                                             \
	X(__tsan_atomic##bits##_load, 'R', bits / 8) X(__tsan_atomic##bits##_store, 'W', bits / 8)                        \
	X(__tsan_atomic##bits##_exchange, 'u', bits / 8) X(__tsan_atomic##bits##_fetch_add, 'u', bits / 8)                \
	X(__tsan_atomic##bits##_fetch_sub, 'u', bits / 8) X(__tsan_atomic##bits##_fetch_and, 'u', bits / 8)               \
	X(__tsan_atomic##bits##_fetch_or, 'u', bits / 8) X(__tsan_atomic##bits##_fetch_xor, 'u', bits / 8)                \
	X(__tsan_atomic##bits##_fetch_nand, 'u', bits / 8) X(__tsan_atomic##bits##_compare_exchange_strong, 'u', bits / 8) \
	X(__tsan_atomic##bits##_compare_exchange_weak, 'u', bits / 8) X(__tsan_atomic##bits##_compare_exchange_val, 'u', bits / 8)

/* called pins a call; its other arguments are in arguments. */
static void called(const char *name, uintptr_t pc, uintptr_t first)
{
	pin('k', name, pc, first, 0);
	lock_call(name, first);
	struct thread *t = self < 0 || HAVE_ASAN ? 0 : &threads[self];
	for (int i = 0; t && i < 2 && KIND == 'm'; i++)
		if (t->bytes[i].size)
			check_access(pc, t->bytes[i].at, t->bytes[i].size);
}

/* A hook is a function that pins and goes on as another one, whatever its arguments are. */
struct hook { const char *name; int what; unsigned long size; void *real; };

__attribute__((used)) static void hooked(struct hook *h, uintptr_t pc, uintptr_t first, uintptr_t second, uintptr_t third)
{
	arguments[1] = second, arguments[2] = third;
	here = (uintptr_t)__builtin_frame_address(0) + (sizeof(long) == 8 ? 200 : 40); /* what GOES_ON has pushed */
#if HAVE_TSAN
	if (!h->real)
		h->real = dlsym(RTLD_NEXT, h->name);
#endif
	if (h->what == 'k')
		called(h->name, pc, first);
	else
		access_(h->what, (void *)first, h->size ? h->size : second, pc);
}

#if defined __x86_64__
#define GOES_ON(symbol, hook, target)                                                                                    \
	__asm__(".text\n.globl " symbol "\n.type " symbol ", @function\n" symbol ":\n"                                    \
	        "push %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\npush %r9\npush %rax\n"                              \
	        "sub $128, %rsp\nmovups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n" \
	        "movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"        \
	        "mov %rdx, %r8\nmov %rsi, %rcx\nmov %rdi, %rdx\nmov 184(%rsp), %rsi\nmov $" hook ", %edi\ncall hooked\n"                  \
	        "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"           \
	        "movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\nadd $128, %rsp\n" \
	        "pop %rax\npop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\n" target "\n")
#define REAL(hook) "jmp *24+" hook "(%rip)"
#elif defined __i386__
#define GOES_ON(symbol, hook, target)                                                                             \
	__asm__(".text\n.globl " symbol "\n.type " symbol ", @function\n" symbol ":\n"                             \
	        "push %eax\npush %ecx\npush %edx\n"                                                                \
	        "mov 12(%esp), %eax\nmov 16(%esp), %ecx\nmov 20(%esp), %edx\n"                                      \
	        "push 24(%esp)\npush %edx\npush %ecx\npush %eax\npush $" hook "\ncall hooked\nadd $20, %esp\n"    \
	        "pop %edx\npop %ecx\npop %eax\n" target "\n")
#define REAL(hook) "jmp *12+" hook
#else
#error "a replay needs x86: other processors have no hooks yet"
#endif
/* CALL(f) pins calls of f, for the linker's --wrap. */
#define CALL(f)                                                                            \
	__attribute__((used)) static struct hook call_##f = {#f, 'k', 0, 0};                 \
	GOES_ON("__wrap_" #f, "call_" #f, "jmp __real_" #f);

SIMPLE_CALLS(CALL)

#if HAVE_TSAN
#define PASS(f, kind, bytes)                                                               \
	__attribute__((used)) static struct hook hook_##f = {#f, kind, bytes, 0};            \
	extern char f[];                                                                     \
	GOES_ON(#f, "hook_" #f, REAL("hook_" #f));
EACH_ACCESS(PASS)
EACH_ATOMIC(PASS, 8) EACH_ATOMIC(PASS, 16) EACH_ATOMIC(PASS, 32) EACH_ATOMIC(PASS, 64)

void __tsan_func_entry(void *caller)
{
	static void (*real)(void *);
	if (!real)
		real = (void (*)(void *))dlsym(RTLD_NEXT, "__tsan_func_entry");
	real(caller);
	entry(PC, (uintptr_t)caller);
}

void __tsan_func_exit(void)
{
	static void (*real)(void);
	if (!real)
		real = (void (*)(void))dlsym(RTLD_NEXT, "__tsan_func_exit");
	exit_(PC);
	real();
}

/* Every race is reported, whatever was reported before of the same place or address. */
const char *__tsan_default_options(void)
{
	return "suppress_equal_stacks=0:suppress_equal_addresses=0:halt_on_error=0:report_signal_unsafe=0:report_thread_leaks=0:detect_deadlocks=0:history_size=4";
}

extern int __tsan_get_report_data(void *report, const char **what, int *count, int *stacks, int *accesses, int *places, int *mutexes, int *threads, int *tids, void **sleep, unsigned long n);
extern int __tsan_get_report_mop(void *report, unsigned long i, int *tid, void **addr, int *size, int *write, int *atomic, void **trace, unsigned long n);

/* ThreadSanitizer calls this when it has found a race. */
void __tsan_on_report(void *report)
{
	int at[2] = {0, 0}, in[2] = {-1, -1};
	int accesses = 0, n;
	const char *what;
	void *last = 0, *sleep;
	__tsan_get_report_data(report, &what, &n, &n, &accesses, &n, &n, &n, &n, &sleep, 0);
	if (accesses < 2)
		return; /* about a lock */
	for (unsigned long i = 0; i < 2; i++) {
		void *trace[64] = {0}, *addr;
		int tid, size, write, atomic;
		if (!__tsan_get_report_mop(report, i, &tid, &addr, &size, &write, &atomic, trace, 64))
			return;
		last = addr;
		for (int k = 0; k < 64 && trace[k] && in[i] < 0; k++)
			if (!place((uintptr_t)trace[k] - 1, &in[i], &at[i]))
				in[i] = -1;
	}
	int right = at[0] == WANT_LINE && in[0] == WANT_FILE && at[1] == WANT_OTHER_LINE && in[1] == WANT_OTHER_FILE;
	int swapped = at[1] == WANT_LINE && in[1] == WANT_FILE && at[0] == WANT_OTHER_LINE && in[0] == WANT_OTHER_FILE;
	int half = (at[0] == WANT_LINE && in[0] == WANT_FILE) || (at[1] == WANT_LINE && in[1] == WANT_FILE) || (at[0] == WANT_OTHER_LINE && in[0] == WANT_OTHER_FILE) ||
	           (at[1] == WANT_OTHER_LINE && in[1] == WANT_OTHER_FILE);
	for (int k = 0; half && k < 4; k++) /* an access of the same thread before took the place of the one that is meant */
		if ((uintptr_t)last - threads[k & 1 ? WANT_THREAD : WANT_OTHER].bytes[k / 2].at < threads[k & 1 ? WANT_THREAD : WANT_OTHER].bytes[k / 2].size)
			reported = 1;
	if (KIND == 'r' && (right || swapped))
		stop("CONFIRMED", "ThreadSanitizer reports a data race, %s:%d and %s:%d", files[WANT_FILE], WANT_LINE, files[WANT_OTHER_FILE], WANT_OTHER_LINE);
}
#else
#define PIN(f, kind, bytes) \
	void f(void *p, unsigned long n) { access_(kind, p, bytes ? bytes : n, PC); }
EACH_ACCESS(PIN)
void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { entry(PC, (uintptr_t)caller); }
void __tsan_func_exit(void) { exit_(PC); }
void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }

/* Only one thread runs at a time, so atomic operations are ordinary ones. */
#define OPERATION(bits, type, name, expression)                                     \
	type __tsan_atomic##bits##_##name(volatile type *p, type v, int order)      \
	{                                                                           \
		(void)order;                                                        \
		access_('u', (void *)p, sizeof *p, PC);                             \
		type old = *p;                                                      \
		*p = (type)(expression);                                            \
		return old;                                                         \
	}
#define ATOMIC(bits, type)                                                                                                  \
	type __tsan_atomic##bits##_load(const volatile type *p, int order)                                                  \
	{                                                                                                                   \
		(void)order;                                                                                                \
		access_('R', (void *)p, sizeof *p, PC);                                                                     \
		return *p;                                                                                                  \
	}                                                                                                                   \
	void __tsan_atomic##bits##_store(volatile type *p, type v, int order)                                               \
	{                                                                                                                   \
		(void)order;                                                                                                \
		access_('W', (void *)p, sizeof *p, PC);                                                                     \
		*p = v;                                                                                                     \
	}                                                                                                                   \
	OPERATION(bits, type, exchange, v) OPERATION(bits, type, fetch_add, old + v) OPERATION(bits, type, fetch_sub, old - v) \
	OPERATION(bits, type, fetch_and, old & v) OPERATION(bits, type, fetch_or, old | v) OPERATION(bits, type, fetch_xor, old ^ v) \
	OPERATION(bits, type, fetch_nand, ~(old & v))                                                                       \
	type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type expected, type v, int a, int b)              \
	{                                                                                                                   \
		(void)a, (void)b;                                                                                           \
		access_('u', (void *)p, sizeof *p, PC);                                                                     \
		type old = *p;                                                                                              \
		if (old == expected)                                                                                        \
			*p = v;                                                                                             \
		return old;                                                                                                 \
	}                                                                                                                   \
	int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *expected, type v, int a, int b)           \
	{                                                                                                                   \
		(void)a, (void)b;                                                                                           \
		access_('u', (void *)p, sizeof *p, PC);                                                                     \
		type old = *p;                                                                                              \
		if (old == *expected) {                                                                                     \
			*p = v;                                                                                             \
			return 1;                                                                                           \
		}                                                                                                           \
		*expected = old;                                                                                            \
		return 0;                                                                                                   \
	}                                                                                                                   \
	int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *expected, type v, int a, int b)             \
	{                                                                                                                   \
		(void)a, (void)b;                                                                                           \
		access_('u', (void *)p, sizeof *p, PC);                                                                     \
		type old = *p;                                                                                              \
		if (old == *expected) {                                                                                     \
			*p = v;                                                                                             \
			return 1;                                                                                           \
		}                                                                                                           \
		*expected = old;                                                                                            \
		return 0;                                                                                                   \
	}
ATOMIC(8, unsigned char) ATOMIC(16, unsigned short) ATOMIC(32, unsigned) ATOMIC(64, unsigned long long)
#endif

/* With --volatile-is-atomic volatile accesses are calls of their own: threads stop at them, and they race with nothing. */
static void volatile_(int what, void *p, unsigned long size, uintptr_t pc)
{
	access_(what, p, KIND == 'r' ? 0 : size, pc);
}

#define VOLATILE(f, kind, bytes) \
	void f(void *p) { volatile_(kind, p, bytes, PC); }
#define EACH_VOLATILE(X)                                                                                                                      \
	X(__tsan_volatile_read1, 'r', 1) X(__tsan_volatile_read2, 'r', 2) X(__tsan_volatile_read4, 'r', 4) X(__tsan_volatile_read8, 'r', 8)       \
	X(__tsan_volatile_read16, 'r', 16) X(__tsan_volatile_write1, 'w', 1) X(__tsan_volatile_write2, 'w', 2) X(__tsan_volatile_write4, 'w', 4) \
	X(__tsan_volatile_write8, 'w', 8) X(__tsan_volatile_write16, 'w', 16)
EACH_VOLATILE(VOLATILE)

#define TARGET(f, kind, bytes) {(uintptr_t)f, kind, ""},
#define WRAPPED(f) {(uintptr_t)__wrap_##f, 'k', #f},
#define DECLARED(f) extern char __wrap_##f[];
SIMPLE_CALLS(DECLARED)
static const struct target *targets(int *n)
{
	static const struct target all[] = {
		EACH_ACCESS(TARGET) EACH_VOLATILE(TARGET) EACH_ATOMIC(TARGET, 8) EACH_ATOMIC(TARGET, 16) EACH_ATOMIC(TARGET, 32) EACH_ATOMIC(TARGET, 64)
		SIMPLE_CALLS(WRAPPED) SPECIAL_CALLS(WRAPPED) GIVEN_CALLS(WRAPPED)
	};
	*n = sizeof all / sizeof all[0];
	return all;
}

/* ---- an array index that -fsanitize=bounds finds to be outside */

static void outside(uintptr_t pc)
{
	int file, line;
	if (self < 0 || !place(pc - 1, &file, &line) || KIND != 'm')
		return;
	outside_file = file, outside_line = line; /* the access follows, unless gcc makes none that could be seen */
	if (threads[self].next == N_STEPS) {
		pin('k', "an index outside of its array", pc, 0, 0);
		check_access(pc, 8192, 1);
	}
}
void __ubsan_handle_out_of_bounds(void *data, void *index) { (void)data, (void)index, outside(PC); }

#if HAVE_ASAN
/* ---- AddressSanitizer, for programs of one thread: it knows the ends of variables, and looks into functions of the library */

extern void *__asan_get_report_address(void);
extern const char *__asan_get_report_description(void);
extern int backtrace(void **, int);

const char *__asan_default_options(void)
{
	return "detect_leaks=0:detect_stack_use_after_return=1:halt_on_error=1:redzone=2048:allocator_may_return_null=1";
}

static int begins_with(const char *s, const char *with)
{
	while (*with && *s == *with)
		s++, with++;
	return !*with;
}

/* kind_of is what is wrong as the kinds of findings are called. */
static const char *kind_of(const char *said, uintptr_t address)
{
	if (same(said, "double-free"))
		return "double-free";
	if (begins_with(said, "bad-free") || begins_with(said, "attempting free"))
		return "invalid-free";
	for (const char *p = said; *p; p++)
		if (begins_with(p, "use-after"))
			return "use-after-free";
		else if (begins_with(p, "overflow") || begins_with(p, "underflow") || begins_with(p, "underwrite"))
			return "out-of-bounds";
	return address < 4096 ? "null-deref" : said;
}

/* AddressSanitizer calls this when it has found something. */
void __asan_on_error(void)
{
	void *trace[64];
	int n = backtrace(trace, 64), file = -1, line = 0;
	for (int i = 0; i < n; i++)
		if (place((uintptr_t)trace[i] - 1, &file, &line))
			break;
	const char *said = __asan_get_report_description();
	const char *bad = kind_of(said, (uintptr_t)__asan_get_report_address());
	if (KIND == 'm' && same(bad, WANT_KIND) && file == WANT_FILE && line == WANT_LINE)
		stop("CONFIRMED", "AddressSanitizer reports %s at %s:%d", said, files[file], line);
	stop("not confirmed", "%s at %s:%d", said, file < 0 ? "?" : files[file], line);
}
#endif

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

#if !HAVE_TSAN && !HAVE_ASAN
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
#if !HAVE_TSAN && !HAVE_ASAN
	struct sigaction a;
	memset(&a, 0, sizeof a);
	a.sa_sigaction = crashed;
	a.sa_flags = SA_SIGINFO;
	sigaction(SIGSEGV, &a, 0);
	sigaction(SIGBUS, &a, 0);
	sigaction(SIGABRT, &a, 0);
#endif
	atexit(leaving);
	advance();
	pthread_t id;
	__real_pthread_create(&id, 0, watch, 0);
	begun = 1;
}
