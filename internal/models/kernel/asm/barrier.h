/* Barriers. Executions are sequentially consistent: they order nothing that is not ordered, but they are there. */
#ifndef HEDDLE_ASM_BARRIER_H
#define HEDDLE_ASM_BARRIER_H

#define mb() __sync_synchronize()
#define rmb() __sync_synchronize()
#define wmb() __sync_synchronize()
#define __smp_mb() __sync_synchronize()
#define __smp_rmb() __sync_synchronize()
#define __smp_wmb() __sync_synchronize()
#define smp_store_mb(v, x) __atomic_store_n(&(v), (x), __ATOMIC_SEQ_CST)
#define __smp_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define __smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define smp_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define smp_cond_load_relaxed(p, cond) ({ __typeof__(*(p)) VAL = __atomic_load_n((p), __ATOMIC_RELAXED); __heddle_assume(!!(cond)); VAL; })
#define smp_cond_load_acquire(p, cond) smp_cond_load_relaxed(p, cond)
#define array_index_mask_nospec(index, size) ((index) < (size) ? ~0UL : 0UL)
#define barrier_nospec() do {} while (0)

#include <asm-generic/barrier.h>

#endif
