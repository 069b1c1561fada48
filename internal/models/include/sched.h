/* POSIX: execution scheduling. Priorities and affinity have no effect on which interleavings are looked at. */
#ifndef HEDDLE_SCHED_H
#define HEDDLE_SCHED_H

#include <heddle/types.h>

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5

struct sched_param {
	int sched_priority;
};

#define CPU_SETSIZE 1024
typedef struct {
	unsigned long __bits[CPU_SETSIZE / (8 * sizeof(unsigned long))];
} cpu_set_t;

#define __HEDDLE_CPU_WORD(cpu) ((cpu) / (8 * sizeof(unsigned long)))
#define __HEDDLE_CPU_BIT(cpu) (1UL << ((cpu) % (8 * sizeof(unsigned long))))
#define CPU_ZERO(set) \
	do { \
		for (unsigned int __i = 0; __i < CPU_SETSIZE / (8 * sizeof(unsigned long)); __i++) \
			(set)->__bits[__i] = 0; \
	} while (0)
#define CPU_SET(cpu, set) ((void)((set)->__bits[__HEDDLE_CPU_WORD(cpu)] |= __HEDDLE_CPU_BIT(cpu)))
#define CPU_CLR(cpu, set) ((void)((set)->__bits[__HEDDLE_CPU_WORD(cpu)] &= ~__HEDDLE_CPU_BIT(cpu)))
#define CPU_ISSET(cpu, set) (((set)->__bits[__HEDDLE_CPU_WORD(cpu)] & __HEDDLE_CPU_BIT(cpu)) != 0)

int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_getscheduler(pid_t pid);
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param);
int sched_getparam(pid_t pid, struct sched_param *param);
int sched_setparam(pid_t pid, const struct sched_param *param);
int sched_getcpu(void);
int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set);
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int sched_rr_get_interval(pid_t, struct timespec *);

#endif
