// explore:
extern void abort(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "svcomp.c", 9, "reach_error"); }
void assume_abort_if_not(int cond) { if (!cond) abort(); }
typedef unsigned long int pthread_t;
union pthread_attr_t { char __size[56]; long int __align; };
typedef union pthread_attr_t pthread_attr_t;
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
int x;
void __VERIFIER_atomic_add(int n) { x = x + n; }
void *thread(void *arg) { __VERIFIER_atomic_add(2); return arg; }
int main(void) {
	pthread_t t;
	_Bool b = __VERIFIER_nondet_bool();
	__VERIFIER_assume(!b);
	pthread_create(&t, 0, thread, 0);
	__VERIFIER_atomic_begin();
	x = x + 1;
	__VERIFIER_atomic_end();
	pthread_join(t, 0);
	if (x != 3 || b)
		reach_error();
	return 0;
}
