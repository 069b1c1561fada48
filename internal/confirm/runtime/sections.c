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

