/* What the models are made of. Each of these names is turned into instructions of the intermediate representation (see
   package ir for their exact meaning); none of them is a function of the program. They are reserved for the models, for
   <heddle.h>, and for files given with --model.

   Synchronization objects are keyed by address, apart from the bytes of the object: none of these touches them. */
#ifndef HEDDLE_INTRINSICS_H
#define HEDDLE_INTRINSICS_H

/* ---- specification */

void __heddle_assume(int c);                   /* the execution goes on only if c is not 0 */
void __heddle_assert(int c, const char *text); /* a finding if c is 0; text is a string literal */
_Noreturn void __heddle_unsupported(const char *what); /* executions that get here are UNKNOWN; what is a string literal */

/* 0; with --may-fail, an arbitrary 0 or 1. */
int __heddle_may_fail(void);

/* Arbitrary values of the declared result type; _Bool gives 0 or 1. Any name that starts with __heddle_nondet works. */
_Bool __heddle_nondet_bool(void);
char __heddle_nondet_char(void);
signed char __heddle_nondet_schar(void);
unsigned char __heddle_nondet_uchar(void);
short __heddle_nondet_short(void);
unsigned short __heddle_nondet_ushort(void);
int __heddle_nondet_int(void);
int __heddle_nondet_answer(void); /* 0 or 1: what the system says to the text that is the first argument of the function, and says again */
_Bool __heddle_nondet_shares(void); /* whether a call uses memory that other calls use, where some libraries do and others do not: a choice of a hostile outside */
int __heddle_nondet_handle(void); /* if it is not negative, the number of something new that is open */
unsigned int __heddle_nondet_uint(void);
long __heddle_nondet_long(void);
unsigned long __heddle_nondet_ulong(void);
long long __heddle_nondet_longlong(void);
unsigned long long __heddle_nondet_ulonglong(void);
__SIZE_TYPE__ __heddle_nondet_size(void);
__PTRDIFF_TYPE__ __heddle_nondet_ptrdiff(void);
float __heddle_nondet_float(void);
double __heddle_nondet_double(void);
void *__heddle_nondet_ptr(void);

/* ---- the process and its threads. A handle has the width of a pointer and is never 0. */

_Noreturn void __heddle_halt(int code);           /* the process ends with this status */
_Noreturn void __heddle_abort(void);              /* the process ends; not an error */
_Noreturn void __heddle_thread_exit(void *result); /* this thread ends */

/* __heddle_spawn(id, f, args...): a new thread runs f(args...); its handle is written to *id plainly, before the
   thread can run. A constant 0 for id: no handle is written. __heddle_async(f, args...): the same without a
   handle, and the thread outlives main. Declared without parameters because f and args have any type. */
void __heddle_spawn();
void __heddle_async();

__UINTPTR_TYPE__ __heddle_self(void);

/* Wait for the end of a thread; the value is its result, cut or zero-extended to pointer width. tryjoin gives up at once
   (*status = 16), timedjoin at any time (*status = 110); otherwise *status = 0. */
void *__heddle_join(__UINTPTR_TYPE__ thread);
void *__heddle_tryjoin(__UINTPTR_TYPE__ thread, int *status);
void *__heddle_timedjoin(__UINTPTR_TYPE__ thread, int *status);

/* ---- synchronization objects */

void __heddle_mutex_init(void *o, int type); /* 0 normal, 1 recursive, 2 error-checking */
void __heddle_rwlock_init(void *o);
void __heddle_spin_init(void *o);
void __heddle_cond_init(void *o);
void __heddle_sem_init(void *o, unsigned int value);
void __heddle_barrier_init(void *o, unsigned int count);
void __heddle_sync_destroy(void *o);

/* Mutexes, spin locks, rwlocks. The result is 0, or an error number: 16 (EBUSY) from try, 110 (ETIMEDOUT) from timed,
   35 (EDEADLK) from an error-checking mutex, 1 (EPERM) from unlock. */
int __heddle_lock(void *o);
int __heddle_trylock(void *o);
int __heddle_timedlock(void *o);
int __heddle_rdlock(void *o);
int __heddle_tryrdlock(void *o);
int __heddle_timedrdlock(void *o);
int __heddle_unlock(void *o);
int __heddle_holds(void *o); /* by this thread: 0 not, 1 shared, 2 exclusively */
void __heddle_assert_held(); /* of a lock, and 1 shared, 2 exclusively, 3 not; in a function that is called from outside the caller holds it */

/* Conditions. wait enqueues this thread and releases the mutex, in one step; wake blocks until it was signalled (or wakes
   by itself); the mutex is then to be locked again. timedwake gives 0 or 110. */
void __heddle_wait(void *cond, void *mutex);
int __heddle_wake(void *cond);
int __heddle_timedwake(void *cond);
void __heddle_signal(void *cond);
void __heddle_broadcast(void *cond);

/* Semaphores. trydown gives 0 or 11 (EAGAIN), timeddown 0 or 110. */
int __heddle_down(void *o);
int __heddle_trydown(void *o);
int __heddle_timeddown(void *o);
void __heddle_up(void *o);
int __heddle_semvalue(void *o);

/* Barriers. arrive gives (ticket << 1 | last); pass blocks until the phase of the ticket is over. */
unsigned int __heddle_arrive(void *o);
void __heddle_pass(void *o, unsigned int ticket);

/* ---- memory */

void *__heddle_alloc(__SIZE_TYPE__ n, int zero); /* a new heap object, never null; content arbitrary or zero */
void *__heddle_alloc_page(__SIZE_TYPE__ n, int zero); /* the same, at the start of a page */
void __heddle_free(void *p);
__SIZE_TYPE__ __heddle_alloc_size(const void *p); /* the size of the live heap object that starts at p, 0 if none does */

/* ---- the operating system: what its models have in common, functions in os.c */

void __heddle_cancel_point(void);                         /* a thread that was asked to end by pthread_cancel ends here */
int __heddle_fail(void);                                  /* -1, with an arbitrary error number in errno */
int __heddle_outcome(void);                               /* 0, or as __heddle_fail */
int __heddle_descriptor(void);                            /* a number that is not negative, or as __heddle_fail */
int __heddle_not_open(int fd);                            /* whether it is negative; sets errno then */
__PTRDIFF_TYPE__ __heddle_transferred(__SIZE_TYPE__ n);   /* 0 to n, or as __heddle_fail */
void __heddle_any_text(char *buf, __SIZE_TYPE__ size);    /* writes a string that fits; size is not 0 */
char *__heddle_new_text(__SIZE_TYPE__ size);              /* a new object with an arbitrary string that fits */
void __heddle_look_string(const char *s);                 /* reads a string for somebody outside */

/* Pipes, functions in pipe_ends.c, and in pipe_none.c where the program makes none. A descriptor is followed if all that happens to its pipe is known. */
int __heddle_pipe_number(int fd); /* no other descriptor may have this number */
int __heddle_pipe_read(int fd, void *buf, __SIZE_TYPE__ n, __PTRDIFF_TYPE__ *done);        /* 0 if it is not followed */
int __heddle_pipe_write(int fd, const void *buf, __SIZE_TYPE__ n, __PTRDIFF_TYPE__ *done); /* 0 if it is not followed */
int __heddle_pipe_close(int fd);                   /* 0 if it is no pipe */
int __heddle_pipe_idle(int fd);                    /* nothing can be read from it now */
int __heddle_pipe_flags(int fd);                   /* what fcntl knows, -1 if it is not followed */
void __heddle_pipe_set_flags(int fd, int flags);
void __heddle_pipe_leak(int fd);                   /* its pipe is not followed any more */
void __heddle_pipe_leak_all(void);                 /* no pipe that there is now */
void __heddle_pipe_off(void);                      /* no pipe, for good */

/* Ranges, each in one step: every byte from p on, n of them, becomes c, or anything; is read, for somebody outside; n bytes from src on are copied to
   dst, all read before any is written. They are plain accesses to the whole range, which must lie in one live object; none at all if n is 0. */
void __heddle_fill(void *p, int c, __SIZE_TYPE__ n);
void __heddle_fill_any(void *p, __SIZE_TYPE__ n);
void __heddle_touch(const void *p, __SIZE_TYPE__ n);

/* __heddle_fresh(p): gives *p, which only this thread has, arbitrary content by its type; pointers in it lead to external memory. */
void __heddle_fresh();
__SIZE_TYPE__ __heddle_scan(const void *p, int c, __SIZE_TYPE__ n); /* how far from p on the first byte c is, n if there is none among n; reads no further */
void __heddle_copy(void *dst, const void *src, __SIZE_TYPE__ n);

/* ---- atomicity */

void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
int __heddle_atomic_block(void); /* see heddle_atomic in <heddle.h> */
void __heddle_fence(void);

/* Plain accesses are marked between these two, in the function that calls them, in those that it calls there, and in its caller from then on. */
void __heddle_marked_begin(void);
void __heddle_marked_end(void);

/* The value of its argument, whose accesses take part in no race. It has the type of its argument, which no declaration can
   say: the macro data_race of <heddle.h> casts it back. */
int __heddle_data_race();

#endif
