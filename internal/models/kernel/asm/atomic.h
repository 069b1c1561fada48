/* Counters that are accessed in one step. */
#ifndef HEDDLE_ASM_ATOMIC_H
#define HEDDLE_ASM_ATOMIC_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <asm/cmpxchg.h>
#include <asm/barrier.h>

#ifndef ATOMIC64_INIT
#define ATOMIC64_INIT(i) { (i) }
#endif

#define HEDDLE_ATOMIC(prefix, counted, number) \
	static inline number prefix##_read(const counted *v) { return __atomic_load_n(&v->counter, __ATOMIC_RELAXED); } \
	static inline void prefix##_set(counted *v, number i) { __atomic_store_n(&v->counter, i, __ATOMIC_RELAXED); } \
	static inline void prefix##_add(number i, counted *v) { __atomic_fetch_add(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline void prefix##_sub(number i, counted *v) { __atomic_fetch_sub(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline void prefix##_and(number i, counted *v) { __atomic_fetch_and(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline void prefix##_or(number i, counted *v) { __atomic_fetch_or(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline void prefix##_xor(number i, counted *v) { __atomic_fetch_xor(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline number prefix##_add_return(number i, counted *v) { return __atomic_add_fetch(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline number prefix##_sub_return(number i, counted *v) { return __atomic_sub_fetch(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline number prefix##_fetch_add(number i, counted *v) { return __atomic_fetch_add(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline number prefix##_fetch_sub(number i, counted *v) { return __atomic_fetch_sub(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline number prefix##_fetch_and(number i, counted *v) { return __atomic_fetch_and(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline number prefix##_fetch_or(number i, counted *v) { return __atomic_fetch_or(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline number prefix##_fetch_xor(number i, counted *v) { return __atomic_fetch_xor(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline number prefix##_xchg(counted *v, number i) { return __atomic_exchange_n(&v->counter, i, __ATOMIC_SEQ_CST); } \
	static inline number prefix##_cmpxchg(counted *v, number old, number i) { return __sync_val_compare_and_swap(&v->counter, old, i); }

HEDDLE_ATOMIC(arch_atomic, atomic_t, int)
HEDDLE_ATOMIC(arch_atomic64, atomic64_t, s64)

#define arch_atomic_add_return arch_atomic_add_return
#define arch_atomic_sub_return arch_atomic_sub_return
#define arch_atomic_fetch_add arch_atomic_fetch_add
#define arch_atomic_fetch_sub arch_atomic_fetch_sub
#define arch_atomic_fetch_and arch_atomic_fetch_and
#define arch_atomic_fetch_or arch_atomic_fetch_or
#define arch_atomic_fetch_xor arch_atomic_fetch_xor
#define arch_atomic_xchg arch_atomic_xchg
#define arch_atomic_cmpxchg arch_atomic_cmpxchg
#define arch_atomic64_add_return arch_atomic64_add_return
#define arch_atomic64_sub_return arch_atomic64_sub_return
#define arch_atomic64_fetch_add arch_atomic64_fetch_add
#define arch_atomic64_fetch_sub arch_atomic64_fetch_sub
#define arch_atomic64_fetch_and arch_atomic64_fetch_and
#define arch_atomic64_fetch_or arch_atomic64_fetch_or
#define arch_atomic64_fetch_xor arch_atomic64_fetch_xor
#define arch_atomic64_xchg arch_atomic64_xchg
#define arch_atomic64_cmpxchg arch_atomic64_cmpxchg

#endif
