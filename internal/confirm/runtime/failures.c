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

