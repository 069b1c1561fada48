/* C11 7.17: atomics, on the __atomic builtins. Results are cast to the type of the object, without its _Atomic: a builtin has
   no prototype that could say so. atomic_init is a plain write (C11 7.17.2.2: it avoids no data races). */
#ifndef HEDDLE_STDATOMIC_H
#define HEDDLE_STDATOMIC_H

typedef enum {
	memory_order_relaxed = __ATOMIC_RELAXED,
	memory_order_consume = __ATOMIC_CONSUME,
	memory_order_acquire = __ATOMIC_ACQUIRE,
	memory_order_release = __ATOMIC_RELEASE,
	memory_order_acq_rel = __ATOMIC_ACQ_REL,
	memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;

typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(__CHAR16_TYPE__) atomic_char16_t;
typedef _Atomic(__CHAR32_TYPE__) atomic_char32_t;
typedef _Atomic(__WCHAR_TYPE__) atomic_wchar_t;
typedef _Atomic(__INT_LEAST8_TYPE__) atomic_int_least8_t;
typedef _Atomic(__UINT_LEAST8_TYPE__) atomic_uint_least8_t;
typedef _Atomic(__INT_LEAST16_TYPE__) atomic_int_least16_t;
typedef _Atomic(__UINT_LEAST16_TYPE__) atomic_uint_least16_t;
typedef _Atomic(__INT_LEAST32_TYPE__) atomic_int_least32_t;
typedef _Atomic(__UINT_LEAST32_TYPE__) atomic_uint_least32_t;
typedef _Atomic(__INT_LEAST64_TYPE__) atomic_int_least64_t;
typedef _Atomic(__UINT_LEAST64_TYPE__) atomic_uint_least64_t;
typedef _Atomic(__INT_FAST8_TYPE__) atomic_int_fast8_t;
typedef _Atomic(__UINT_FAST8_TYPE__) atomic_uint_fast8_t;
typedef _Atomic(__INT_FAST16_TYPE__) atomic_int_fast16_t;
typedef _Atomic(__UINT_FAST16_TYPE__) atomic_uint_fast16_t;
typedef _Atomic(__INT_FAST32_TYPE__) atomic_int_fast32_t;
typedef _Atomic(__UINT_FAST32_TYPE__) atomic_uint_fast32_t;
typedef _Atomic(__INT_FAST64_TYPE__) atomic_int_fast64_t;
typedef _Atomic(__UINT_FAST64_TYPE__) atomic_uint_fast64_t;
typedef _Atomic(__INTPTR_TYPE__) atomic_intptr_t;
typedef _Atomic(__UINTPTR_TYPE__) atomic_uintptr_t;
typedef _Atomic(__SIZE_TYPE__) atomic_size_t;
typedef _Atomic(__PTRDIFF_TYPE__) atomic_ptrdiff_t;
typedef _Atomic(__INTMAX_TYPE__) atomic_intmax_t;
typedef _Atomic(__UINTMAX_TYPE__) atomic_uintmax_t;

#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2

#define ATOMIC_VAR_INIT(value) (value)
#define kill_dependency(y) (y)

/* The value type of *p: a comma expression loses the qualifiers of an lvalue. */
#define __heddle_value(p) __typeof__((void)0, *(p))

#define atomic_init(p, v) ((void)__builtin_memcpy((void *)(p), (__heddle_value(p)[1]){v}, sizeof *(p)))
#define atomic_is_lock_free(p) ((void)(p), (_Bool)1)
#define atomic_thread_fence(order) __atomic_thread_fence(order)
#define atomic_signal_fence(order) __atomic_signal_fence(order)

#define atomic_store(p, v) __atomic_store_n(p, v, __ATOMIC_SEQ_CST)
#define atomic_store_explicit(p, v, order) __atomic_store_n(p, v, order)
#define atomic_load(p) ((__heddle_value(p))__atomic_load_n(p, __ATOMIC_SEQ_CST))
#define atomic_load_explicit(p, order) ((__heddle_value(p))__atomic_load_n(p, order))
#define atomic_exchange(p, v) ((__heddle_value(p))__atomic_exchange_n(p, v, __ATOMIC_SEQ_CST))
#define atomic_exchange_explicit(p, v, order) ((__heddle_value(p))__atomic_exchange_n(p, v, order))

#define atomic_compare_exchange_strong(p, e, v) \
	((_Bool)__atomic_compare_exchange_n(p, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
#define atomic_compare_exchange_strong_explicit(p, e, v, success, failure) \
	((_Bool)__atomic_compare_exchange_n(p, e, v, 0, success, failure))
#define atomic_compare_exchange_weak(p, e, v) \
	((_Bool)__atomic_compare_exchange_n(p, e, v, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
#define atomic_compare_exchange_weak_explicit(p, e, v, success, failure) \
	((_Bool)__atomic_compare_exchange_n(p, e, v, 1, success, failure))

#define atomic_fetch_add(p, v) ((__heddle_value(p))__atomic_fetch_add(p, v, __ATOMIC_SEQ_CST))
#define atomic_fetch_add_explicit(p, v, order) ((__heddle_value(p))__atomic_fetch_add(p, v, order))
#define atomic_fetch_sub(p, v) ((__heddle_value(p))__atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST))
#define atomic_fetch_sub_explicit(p, v, order) ((__heddle_value(p))__atomic_fetch_sub(p, v, order))
#define atomic_fetch_or(p, v) ((__heddle_value(p))__atomic_fetch_or(p, v, __ATOMIC_SEQ_CST))
#define atomic_fetch_or_explicit(p, v, order) ((__heddle_value(p))__atomic_fetch_or(p, v, order))
#define atomic_fetch_xor(p, v) ((__heddle_value(p))__atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST))
#define atomic_fetch_xor_explicit(p, v, order) ((__heddle_value(p))__atomic_fetch_xor(p, v, order))
#define atomic_fetch_and(p, v) ((__heddle_value(p))__atomic_fetch_and(p, v, __ATOMIC_SEQ_CST))
#define atomic_fetch_and_explicit(p, v, order) ((__heddle_value(p))__atomic_fetch_and(p, v, order))

typedef struct {
	_Bool __value;
} atomic_flag;

#define ATOMIC_FLAG_INIT { 0 }
#define atomic_flag_test_and_set(f) ((_Bool)__atomic_test_and_set(&(f)->__value, __ATOMIC_SEQ_CST))
#define atomic_flag_test_and_set_explicit(f, order) ((_Bool)__atomic_test_and_set(&(f)->__value, order))
#define atomic_flag_clear(f) __atomic_clear(&(f)->__value, __ATOMIC_SEQ_CST)
#define atomic_flag_clear_explicit(f, order) __atomic_clear(&(f)->__value, order)

#endif
