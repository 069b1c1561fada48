/* Whether this processor changes threads. */
#ifndef HEDDLE_ASM_PREEMPT_H
#define HEDDLE_ASM_PREEMPT_H

#include <linux/thread_info.h>

#define PREEMPT_NEED_RESCHED 0x80000000
#define PREEMPT_ENABLED 0
#define init_task_preempt_count(p) do {} while (0)
#define init_idle_preempt_count(p, cpu) do {} while (0)
static inline int preempt_count(void) { return __heddle_nondet_int(); }
static inline void preempt_count_set(int n) { (void)n; }
static inline void set_preempt_need_resched(void) {}
static inline void clear_preempt_need_resched(void) {}
static inline _Bool test_preempt_need_resched(void) { return __heddle_nondet_bool(); }
static inline void __preempt_count_add(int n) { (void)n; }
static inline void __preempt_count_sub(int n) { (void)n; }
static inline _Bool __preempt_count_dec_and_test(void) { return __heddle_nondet_bool(); }
static inline _Bool should_resched(int offset) { (void)offset; return __heddle_nondet_bool(); }

#endif
