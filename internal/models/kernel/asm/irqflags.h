/* Whether this processor takes interrupts. Others do, and that is all that matters to who runs at the same time. */
#ifndef HEDDLE_ASM_IRQFLAGS_H
#define HEDDLE_ASM_IRQFLAGS_H

#define __cpuidle
static inline unsigned long arch_local_save_flags(void) { return __heddle_nondet_ulong(); }
static inline unsigned long arch_local_irq_save(void) { return __heddle_nondet_ulong(); }
static inline void arch_local_irq_disable(void) {}
static inline void arch_local_irq_enable(void) {}
static inline void arch_local_irq_restore(unsigned long flags) { (void)flags; }
static inline int arch_irqs_disabled_flags(unsigned long flags) { (void)flags; return __heddle_nondet_bool(); }
static inline int arch_irqs_disabled(void) { return __heddle_nondet_bool(); }
static inline void arch_safe_halt(void) {}
static inline void native_irq_disable(void) {}
static inline void native_irq_enable(void) {}
static inline void halt(void) {}

#endif
