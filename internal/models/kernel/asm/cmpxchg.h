/* Exchanges in one step. */
#ifndef HEDDLE_ASM_CMPXCHG_H
#define HEDDLE_ASM_CMPXCHG_H

#include <linux/compiler.h>

#define arch_xchg(ptr, v) __atomic_exchange_n((ptr), (__typeof__(*(ptr)))(v), __ATOMIC_SEQ_CST)
#define arch_cmpxchg(ptr, old, new) __sync_val_compare_and_swap((ptr), (__typeof__(*(ptr)))(old), (__typeof__(*(ptr)))(new))
#define arch_cmpxchg_local(ptr, old, new) arch_cmpxchg(ptr, old, new)
#define arch_sync_cmpxchg(ptr, old, new) arch_cmpxchg(ptr, old, new)
#define arch_cmpxchg64(ptr, old, new) arch_cmpxchg(ptr, old, new)
#define arch_cmpxchg64_local(ptr, old, new) arch_cmpxchg(ptr, old, new)
#define arch_try_cmpxchg(ptr, old, new) __atomic_compare_exchange_n((ptr), (old), (__typeof__(*(ptr)))(new), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define arch_try_cmpxchg64(ptr, old, new) arch_try_cmpxchg(ptr, old, new)
#define xadd(ptr, v) __atomic_fetch_add((ptr), (v), __ATOMIC_SEQ_CST)
#define system_has_cmpxchg_double() 0

#endif
