/* ---- an array index that -fsanitize=bounds finds to be outside */

static void outside(uintptr_t pc)
{
	int file, line;
	if (self < 0 || !place(pc - 1, &file, &line) || KIND != 'm')
		return;
	outside_file = file, outside_line = line; /* the access follows, unless gcc makes none that could be seen */
	if (threads[self].next == N_STEPS) {
		pin('k', "an index outside of its array", pc, 0, 0);
		check_access(pc, 8192, 0, 0);
	}
}
void __ubsan_handle_out_of_bounds(void *data, void *index) { (void)data, (void)index, outside(PC); }

#if HAVE_ASAN
/* ---- AddressSanitizer: it has the heap, and looks into functions of the library. A program of one thread may be compiled for it; then it knows the ends of variables, too */

extern void *__asan_get_report_address(void);
extern const char *__asan_get_report_description(void);
extern int backtrace(void **, int);

const char *__asan_default_options(void)
{
	return "detect_leaks=0:halt_on_error=1:redzone=2048:allocator_may_return_null=1:"
#if ALONE
	       "detect_stack_use_after_return=1";
#else
	       "handle_segv=0:handle_sigbus=0:handle_abort=0"; /* the runtime looks at crashes itself */
#endif
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
	int file = -1, line = 0;
	if (!asked || !place(asked - 1, &file, &line))
		for (int i = 0, n = backtrace(trace, 64); i < n && !place((uintptr_t)trace[i] - 1, &file, &line); i++)
			;
	const char *said = __asan_get_report_description();
	const char *bad = kind_of(said, (uintptr_t)__asan_get_report_address());
	if (same(bad, WANT_KIND) && file == WANT_FILE && line == WANT_LINE && self == WANT_THREAD)
		stop("CONFIRMED", "AddressSanitizer reports %s at %s:%d, thread %d", said, files[file], line, self);
	stop("not confirmed", "%s at %s:%d, thread %d", said, file < 0 ? "?" : files[file], line, self);
}
#endif

