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
#if GIVES_select
/* Nothing is ready in time, or it fails. What is ready, if something is, only the system knows. */
extern int __real_select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
int __wrap_select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *t)
{
	uintptr_t pc = PC;
	called("select", pc, (uintptr_t)n);
	int i = input_at("select", pc);
	if (i < 0 || (int)inputs[i].value > 0)
		return __real_select(n, r, w, e, t);
	fd_set *sets[] = {r, w, e};
	for (int k = 0; k < 3 && inputs[i].value == 0; k++)
		for (int fd = 0; sets[k] && fd < n && fd < FD_SETSIZE; fd++)
			FD_CLR(fd, sets[k]);
	return (int)inputs[i].value;
}
#endif
#if GIVES_poll
extern int __real_poll(struct pollfd *, nfds_t, int);
int __wrap_poll(struct pollfd *p, nfds_t n, int t)
{
	uintptr_t pc = PC;
	called("poll", pc, (uintptr_t)p);
	int i = input_at("poll", pc);
	if (i < 0 || (int)inputs[i].value > 0)
		return __real_poll(p, n, t);
	for (nfds_t k = 0; k < n && inputs[i].value == 0; k++)
		p[k].revents = 0;
	return (int)inputs[i].value;
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

