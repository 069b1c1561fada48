/* ---- memory: every object of the heap stands in a list, is never given out again, and has room on both sides. With AddressSanitizer the heap is its heap, and it is asked first */

static struct object objects[1 << 16];
static volatile int n_objects;
enum { ROOM = 2048 };

static struct object *object_at(uintptr_t p)
{
	for (int i = n_objects - 1; i >= 0; i--)
		if (p - objects[i].at < objects[i].size)
			return &objects[i];
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

static __thread uintptr_t asked; /* where the user's code is while AddressSanitizer looks at what it does */

#if HAVE_ASAN && !ALONE
#define PADDING 0
extern void *__asan_region_is_poisoned(void *, size_t);
extern void __asan_loadN(void *, size_t), __asan_storeN(void *, size_t);

/* ask has AddressSanitizer look at an access. What it finds comes to __asan_on_error. */
static void ask(uintptr_t pc, uintptr_t p, unsigned long size, int writes)
{
	if (self < 0 || p < 4096 || !size || !__asan_region_is_poisoned((void *)p, size))
		return;
	asked = pc;
	if (writes)
		__asan_storeN((void *)p, size);
	else
		__asan_loadN((void *)p, size);
	asked = 0;
}
#else
#define PADDING ROOM
static void ask(uintptr_t pc, uintptr_t p, unsigned long size, int writes) { (void)pc, (void)p, (void)size, (void)writes; }
#endif

static void check_access(uintptr_t pc, uintptr_t p, unsigned long size, int writes)
{
	ask(pc, p, size, writes);
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
	check_access(pc, (uintptr_t)p, size, what != 'r' && what != 'R');
}

extern void *__real_malloc(size_t) REALLY(malloc);
extern void __real_free(void *) REALLY(free);
#if HAVE_TSAN
extern void __tsan_write_range_pc(void *, unsigned long, void *);
#endif

/* new_object makes memory with the content of an input, -1 for none: it is arbitrary, so the same every time. */
static void *new_object(size_t n, int input)
{
	unsigned char *p = __real_malloc(n + 2 * PADDING);
	if (!p)
		return 0;
	p += PADDING;
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
	if (HAVE_ASAN && (o || bad)) {
		asked = pc;
		__real_free(p); /* AddressSanitizer keeps it, and says what is wrong */
		asked = 0;
	}
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

