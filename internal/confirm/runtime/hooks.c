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
	struct thread *t = self < 0 || ALONE ? 0 : &threads[self];
	for (int i = 0; t && i < 2 && KIND == 'm'; i++)
		if (t->bytes[i].size)
			check_access(pc, t->bytes[i].at, t->bytes[i].size, t->bytes[i].writes);
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
	__asm__(".pushsection .text\n.globl " symbol "\n.type " symbol ", @function\n" symbol ":\n"                                    \
	        "push %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\npush %r9\npush %rax\n"                              \
	        "sub $128, %rsp\nmovups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n" \
	        "movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"        \
	        "mov %rdx, %r8\nmov %rsi, %rcx\nmov %rdi, %rdx\nmov 184(%rsp), %rsi\nmov $" hook ", %edi\ncall hooked\n"                  \
	        "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"           \
	        "movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\nadd $128, %rsp\n" \
	        "pop %rax\npop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\n" target "\n.popsection\n")
#define REAL(hook) "jmp *24+" hook "(%rip)"
#elif defined __i386__
#define GOES_ON(symbol, hook, target)                                                                             \
	__asm__(".pushsection .text\n.globl " symbol "\n.type " symbol ", @function\n" symbol ":\n"                             \
	        "push %eax\npush %ecx\npush %edx\n"                                                                \
	        "mov 12(%esp), %eax\nmov 16(%esp), %ecx\nmov 20(%esp), %edx\n"                                      \
	        "push 24(%esp)\npush %edx\npush %ecx\npush %eax\npush $" hook "\ncall hooked\nadd $20, %esp\n"    \
	        "pop %edx\npop %ecx\npop %eax\n" target "\n.popsection\n")
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

