/* A call of every intrinsic, in a place where it can be lowered. */
#include <heddle.h>
#include <stddef.h>
#include <setjmp.h>

int __sigsetjmp(sigjmp_buf env, int savemask);
_Noreturn void __longjmp_chk(jmp_buf env, int value);

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
void __assert_fail(const char *, const char *, unsigned, const char *);
void __assert_perror_fail(int, const char *, unsigned, const char *);
void __assert(const char *, const char *, int);

void __assert_fail_base();
void __assert2();
void __assert13();
void __assert_c99();
void __assert_func();
void __assert_rtn();
void _assert();
void _wassert();
void BUG();
void g_assertion_message();
void g_assertion_message_expr();
void g_assertion_message_cmpnum();
void g_assertion_message_cmpstr();
void assert();
void BUG_ON();
void __CPROVER_assert();
void __CPROVER_precondition();
void __CPROVER_postcondition();
void __ESBMC_assert();
void klee_assert();
void __CSEQ_assert();
void __goblint_check();
void __goblint_assert();
void __CPROVER_assume();
void __ESBMC_assume();
void __CSEQ_assume();
void __goblint_assume();
void klee_assume();
void __CPROVER_atomic_begin();
void __CPROVER_atomic_end();
void __ESBMC_atomic_begin();
void __ESBMC_atomic_end();
_Bool nondet_bool(void);
char nondet_char(void);
unsigned char nondet_uchar(void);
short nondet_short(void);
unsigned short nondet_ushort(void);
int nondet_int(void);
unsigned nondet_uint(void);
long nondet_long(void);
unsigned long nondet_ulong(void);
size_t nondet_size_t(void);
float nondet_float(void);
double nondet_double(void);
void __heddle_no_assert(void);

extern _Bool __VERIFIER_nondet__Bool(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_loff_t(void);
extern long __VERIFIER_nondet_long(void);
extern long long __VERIFIER_nondet_longlong(void);
extern char *__VERIFIER_nondet_pchar(void);
extern void *__VERIFIER_nondet_pointer(void);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);
extern short __VERIFIER_nondet_short(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern unsigned short __VERIFIER_nondet_u16(void);
extern unsigned __VERIFIER_nondet_u32(void);
extern unsigned char __VERIFIER_nondet_u8(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern unsigned __VERIFIER_nondet_unsigned_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

static int object, other, desired;
static long wide;
static struct {
	int a, b;
} pair;

static void inputs(void) {
	(void)__VERIFIER_nondet__Bool();
	(void)__VERIFIER_nondet_bool();
	(void)__VERIFIER_nondet_char();
	(void)__VERIFIER_nondet_double();
	(void)__VERIFIER_nondet_float();
	(void)__VERIFIER_nondet_int();
	(void)__VERIFIER_nondet_loff_t();
	(void)__VERIFIER_nondet_long();
	(void)__VERIFIER_nondet_longlong();
	(void)__VERIFIER_nondet_pchar();
	(void)__VERIFIER_nondet_pointer();
	(void)__VERIFIER_nondet_schar();
	(void)__VERIFIER_nondet_sector_t();
	(void)__VERIFIER_nondet_short();
	(void)__VERIFIER_nondet_size_t();
	(void)__VERIFIER_nondet_u16();
	(void)__VERIFIER_nondet_u32();
	(void)__VERIFIER_nondet_u8();
	(void)__VERIFIER_nondet_uchar();
	(void)__VERIFIER_nondet_uint();
	(void)__VERIFIER_nondet_ulong();
	(void)__VERIFIER_nondet_ulonglong();
	(void)__VERIFIER_nondet_unsigned();
	(void)__VERIFIER_nondet_unsigned_int();
	(void)__VERIFIER_nondet_ushort();
	(void)__heddle_nondet_answer();
	(void)__heddle_nondet_bool();
	(void)__heddle_nondet_char();
	(void)__heddle_nondet_double();
	(void)__heddle_nondet_float();
	(void)__heddle_nondet_handle();
	(void)__heddle_nondet_int();
	(void)__heddle_nondet_long();
	(void)__heddle_nondet_longlong();
	(void)__heddle_nondet_ptr();
	(void)__heddle_nondet_ptrdiff();
	(void)__heddle_nondet_schar();
	(void)__heddle_nondet_shares();
	(void)__heddle_nondet_short();
	(void)__heddle_nondet_size();
	(void)__heddle_nondet_uchar();
	(void)__heddle_nondet_uint();
	(void)__heddle_nondet_ulong();
	(void)__heddle_nondet_ulonglong();
	(void)__heddle_nondet_ushort();
	(void)heddle_nondet_bool();
	(void)heddle_nondet_char();
	(void)heddle_nondet_double();
	(void)heddle_nondet_float();
	(void)heddle_nondet_int();
	(void)heddle_nondet_int16();
	(void)heddle_nondet_int32();
	(void)heddle_nondet_int64();
	(void)heddle_nondet_int8();
	(void)heddle_nondet_intptr();
	(void)heddle_nondet_long();
	(void)heddle_nondet_longlong();
	(void)heddle_nondet_ptr();
	(void)heddle_nondet_ptrdiff();
	(void)heddle_nondet_schar();
	(void)heddle_nondet_short();
	(void)heddle_nondet_size();
	(void)heddle_nondet_uchar();
	(void)heddle_nondet_uint();
	(void)heddle_nondet_uint16();
	(void)heddle_nondet_uint32();
	(void)heddle_nondet_uint64();
	(void)heddle_nondet_uint8();
	(void)heddle_nondet_uintptr();
	(void)heddle_nondet_ulong();
	(void)heddle_nondet_ulonglong();
	(void)heddle_nondet_unsigned();
	(void)heddle_nondet_ushort();
}

static void atomics(void) {
	(void)__atomic_load_n(&object, __ATOMIC_SEQ_CST);
	__atomic_load(&object, &other, __ATOMIC_RELAXED);
	__atomic_store_n(&object, 1, __ATOMIC_RELEASE);
	__atomic_store(&object, &other, __ATOMIC_SEQ_CST);
	(void)__atomic_exchange_n(&wide, 1, __ATOMIC_ACQ_REL);
	__atomic_exchange(&object, &other, &desired, __ATOMIC_SEQ_CST);
	(void)__atomic_compare_exchange_n(&object, &other, 2, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
	(void)__atomic_compare_exchange(&object, &other, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	(void)__atomic_test_and_set(&object, __ATOMIC_SEQ_CST);
	__atomic_clear(&object, __ATOMIC_SEQ_CST);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	(void)__atomic_always_lock_free(4, 0);
	(void)__atomic_is_lock_free(4, &object);
	(void)__sync_bool_compare_and_swap(&wide, 1, 2);
	(void)__sync_val_compare_and_swap(&object, 1, 2);
	(void)__sync_lock_test_and_set(&object, 1);
	__sync_lock_release(&object);
	__sync_synchronize();
#ifdef __heddle__
	__c11_atomic_init(&object, 0);
	(void)__c11_atomic_load(&object, __ATOMIC_SEQ_CST);
	__c11_atomic_store(&object, 1, __ATOMIC_SEQ_CST);
	(void)__c11_atomic_exchange(&object, 1, __ATOMIC_SEQ_CST);
	(void)__c11_atomic_compare_exchange_strong(&object, &other, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	(void)__c11_atomic_compare_exchange_weak(&object, &other, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	__c11_atomic_thread_fence(__ATOMIC_SEQ_CST);
	__c11_atomic_signal_fence(__ATOMIC_SEQ_CST);
	(void)__c11_atomic_is_lock_free(4);
#endif
	(void)__atomic_fetch_add(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_add_fetch(&wide, 3, __ATOMIC_SEQ_CST);
	(void)__sync_fetch_and_add(&object, 3);
	(void)__sync_add_and_fetch(&wide, 3);
	(void)__c11_atomic_fetch_add(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_fetch_sub(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_sub_fetch(&wide, 3, __ATOMIC_SEQ_CST);
	(void)__sync_fetch_and_sub(&object, 3);
	(void)__sync_sub_and_fetch(&wide, 3);
	(void)__c11_atomic_fetch_sub(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_fetch_and(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_and_fetch(&wide, 3, __ATOMIC_SEQ_CST);
	(void)__sync_fetch_and_and(&object, 3);
	(void)__sync_and_and_fetch(&wide, 3);
	(void)__c11_atomic_fetch_and(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_fetch_or(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_or_fetch(&wide, 3, __ATOMIC_SEQ_CST);
	(void)__sync_fetch_and_or(&object, 3);
	(void)__sync_or_and_fetch(&wide, 3);
	(void)__c11_atomic_fetch_or(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_fetch_xor(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_xor_fetch(&wide, 3, __ATOMIC_SEQ_CST);
	(void)__sync_fetch_and_xor(&object, 3);
	(void)__sync_xor_and_fetch(&wide, 3);
	(void)__c11_atomic_fetch_xor(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_fetch_nand(&object, 3, __ATOMIC_SEQ_CST);
	(void)__atomic_nand_fetch(&wide, 3, __ATOMIC_SEQ_CST);
	(void)__sync_fetch_and_nand(&object, 3);
	(void)__sync_nand_and_fetch(&wide, 3);
	(void)__c11_atomic_fetch_nand(&object, 3, __ATOMIC_SEQ_CST);
}

static void *thread(void *arg) {
	__heddle_thread_exit(arg);
}

static void late(int a, long b) {
	(void)a;
	(void)b;
}

static void threads(void) {
	__UINTPTR_TYPE__ id;
	int status;
	__heddle_spawn(&id, thread, &object);
	__heddle_spawn(0, thread, &object);
	__heddle_async(late, 1, 2L);
	(void)__heddle_self();
	(void)__heddle_join(id);
	(void)__heddle_tryjoin(id, &status);
	(void)__heddle_timedjoin(id, &status);
	__heddle_mutex_init(&object, 1);
	__heddle_rwlock_init(&object);
	__heddle_spin_init(&object);
	__heddle_cond_init(&other);
	__heddle_sem_init(&object, 2);
	__heddle_barrier_init(&object, 2);
	(void)(__heddle_lock(&object) + __heddle_trylock(&object) + __heddle_timedlock(&object));
	(void)(__heddle_rdlock(&object) + __heddle_tryrdlock(&object) + __heddle_timedrdlock(&object));
	(void)__heddle_unlock(&object);
	__heddle_wait(&other, &object);
	(void)(__heddle_wake(&other) + __heddle_timedwake(&other));
	__heddle_signal(&other);
	__heddle_broadcast(&other);
	(void)(__heddle_down(&object) + __heddle_trydown(&object) + __heddle_timeddown(&object));
	__heddle_up(&object);
	(void)__heddle_semvalue(&object);
	(void)__heddle_holds(&object);
	__heddle_assert_held(&object);
	__heddle_assert_held(&object, 3);
	__heddle_pass(&object, __heddle_arrive(&object) >> 1);
	__heddle_sync_destroy(&object);
}

static void memory(void) {
	char *p = __heddle_alloc(10, 0), *q = __heddle_alloc(10, 1);
	(void)(__heddle_alloc_size(p) + __heddle_alloc_size(q));
	__heddle_fill(p, 1, 10);
	__heddle_fill_any(p, 10);
	__heddle_touch(p, 10);
	__heddle_fresh(p);
	__heddle_copy(q, p, 10);
	(void)__heddle_scan(q, 0, 10);
	__heddle_free(p);
	__heddle_free(__heddle_alloc_page(10, 0));
	__heddle_atomic_begin();
	object = __heddle_data_race(other);
	__heddle_atomic_end();
	__VERIFIER_atomic_begin();
	object++;
	__VERIFIER_atomic_end();
	switch (__heddle_atomic_block())
	default:
		object--;
	__heddle_fence();
	__heddle_marked_begin();
	__heddle_marked_end();
}

static void ends(int n) {
	switch (n) {
	case 0:
		__heddle_halt(3);
	case 1:
		__heddle_abort();
	case 2:
		__heddle_unsupported("on purpose");
	case 3:
		__assert_fail("x", "f.c", 1, "f");
	case 4:
		__assert("x", "f.c", 1);
	case 5:
		__assert_perror_fail(1, "f.c", 1, "f");
	}
}

static void others(void) {
	if (heddle_nondet_bool())
		__assert_fail_base("x");
	if (heddle_nondet_bool())
		__assert2("x");
	if (heddle_nondet_bool())
		__assert13("x");
	if (heddle_nondet_bool())
		__assert_c99("x");
	if (heddle_nondet_bool())
		__assert_func("x");
	if (heddle_nondet_bool())
		__assert_rtn("x");
	if (heddle_nondet_bool())
		_assert("x");
	if (heddle_nondet_bool())
		_wassert("x");
	if (heddle_nondet_bool())
		BUG("x");
	if (heddle_nondet_bool())
		g_assertion_message("x");
	if (heddle_nondet_bool())
		g_assertion_message_expr("x");
	if (heddle_nondet_bool())
		g_assertion_message_cmpnum("x");
	if (heddle_nondet_bool())
		g_assertion_message_cmpstr("x");
	assert(1);
	BUG_ON(1);
	__CPROVER_assert(1);
	__CPROVER_precondition(1);
	__CPROVER_postcondition(1);
	__ESBMC_assert(1);
	klee_assert(1);
	__CSEQ_assert(1);
	__goblint_check(1);
	__goblint_assert(1);
	__CPROVER_assume(1);
	__ESBMC_assume(1);
	__CSEQ_assume(1);
	__goblint_assume(1);
	klee_assume(1);
	__CPROVER_atomic_begin();
	__CPROVER_atomic_end();
	__ESBMC_atomic_begin();
	__ESBMC_atomic_end();
	(void)nondet_bool();
	(void)nondet_char();
	(void)nondet_uchar();
	(void)nondet_short();
	(void)nondet_ushort();
	(void)nondet_int();
	(void)nondet_uint();
	(void)nondet_long();
	(void)nondet_ulong();
	(void)nondet_size_t();
	(void)nondet_float();
	(void)nondet_double();
	__heddle_no_assert();
}

static jmp_buf env;

static void jumps(int n) {
	if (setjmp(env) == 0 && _setjmp(env) == 0 && sigsetjmp(env, 1) == 0 && __sigsetjmp(env, 1) == 0)
		switch (n) {
		case 1:
			longjmp(env, 1);
		case 2:
			_longjmp(env, 1);
		case 3:
			siglongjmp(env, 1);
		case 4:
			__longjmp_chk(env, 1);
		}
}

int main(void) {
	jumps(__heddle_nondet_int());
	others();
	__heddle_assume(object == 0);
	__heddle_assert(pair.a == 0, "text");
	inputs();
	atomics();
	threads();
	memory();
	ends(__heddle_may_fail() ? __heddle_nondet_int() : 0);
	return 0;
}
