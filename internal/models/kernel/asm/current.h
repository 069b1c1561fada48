/* The task that runs: another one in every thread. */
#ifndef HEDDLE_ASM_CURRENT_H
#define HEDDLE_ASM_CURRENT_H

struct task_struct;
struct task_struct *get_current(void) __attribute__((returns_nonnull, pure));
#define current get_current()

#endif
