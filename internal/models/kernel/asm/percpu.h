/* Variables of each processor. What is accessed by name, in one step, is one variable here, on which nobody races. A pointer to the copy of a processor leads to external memory,
   another object in every thread. */
#ifndef HEDDLE_ASM_PERCPU_H
#define HEDDLE_ASM_PERCPU_H

#include <linux/threads.h>
#include <linux/percpu-defs.h>

#define DECLARE_EARLY_PER_CPU(type, name) DECLARE_PER_CPU(type, name)
#define DECLARE_EARLY_PER_CPU_READ_MOSTLY(type, name) DECLARE_PER_CPU_READ_MOSTLY(type, name)
#define early_per_cpu(name, cpu) per_cpu(name, cpu)
#define early_per_cpu_ptr(name) (0)
#define DECLARE_INIT_PER_CPU(var)
#define init_per_cpu_var(var) var

#define per_cpu_offset(cpu) 0UL
#define __my_cpu_offset 0UL
void *heddle_copy_of_a_processor(const void *) __attribute__((returns_nonnull, pure));
#define raw_cpu_ptr(ptr) ((__typeof__(*(ptr)) *)heddle_copy_of_a_processor((const void *)(ptr)))
#define this_cpu_ptr(ptr) raw_cpu_ptr(ptr)
#define arch_raw_cpu_ptr(ptr) raw_cpu_ptr(ptr)
#define SHIFT_PERCPU_PTR(ptr, offset) raw_cpu_ptr(ptr)
#define per_cpu_ptr(ptr, cpu) ({ (void)(cpu); raw_cpu_ptr(ptr); })
#define per_cpu(var, cpu) (*per_cpu_ptr(&(var), cpu))
#define get_cpu_ptr(ptr) this_cpu_ptr(ptr)
#define put_cpu_ptr(ptr) do { (void)(ptr); } while (0)
#define this_cpu_read(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define raw_cpu_read(x) this_cpu_read(x)
#define __this_cpu_read(x) this_cpu_read(x)
#define this_cpu_read_stable(x) this_cpu_read(x)
#define raw_cpu_read_1(x) this_cpu_read(x)
#define raw_cpu_read_2(x) this_cpu_read(x)
#define raw_cpu_read_4(x) this_cpu_read(x)
#define raw_cpu_read_8(x) this_cpu_read(x)
#define this_cpu_write(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#define raw_cpu_write(x, v) this_cpu_write(x, v)
#define __this_cpu_write(x, v) this_cpu_write(x, v)
#define this_cpu_add(x, v) ((void)__atomic_fetch_add(&(x), (v), __ATOMIC_RELAXED))
#define raw_cpu_add(x, v) this_cpu_add(x, v)
#define __this_cpu_add(x, v) this_cpu_add(x, v)
#define this_cpu_sub(x, v) ((void)__atomic_fetch_sub(&(x), (v), __ATOMIC_RELAXED))
#define __this_cpu_sub(x, v) this_cpu_sub(x, v)
#define this_cpu_inc(x) this_cpu_add(x, 1)
#define raw_cpu_inc(x) this_cpu_add(x, 1)
#define __this_cpu_inc(x) this_cpu_add(x, 1)
#define this_cpu_dec(x) this_cpu_sub(x, 1)
#define raw_cpu_dec(x) this_cpu_sub(x, 1)
#define __this_cpu_dec(x) this_cpu_sub(x, 1)
#define this_cpu_or(x, v) ((void)__atomic_fetch_or(&(x), (v), __ATOMIC_RELAXED))
#define this_cpu_and(x, v) ((void)__atomic_fetch_and(&(x), (v), __ATOMIC_RELAXED))
#define this_cpu_add_return(x, v) __atomic_add_fetch(&(x), (v), __ATOMIC_RELAXED)
#define __this_cpu_add_return(x, v) this_cpu_add_return(x, v)
#define this_cpu_inc_return(x) this_cpu_add_return(x, 1)
#define this_cpu_dec_return(x) __atomic_sub_fetch(&(x), 1, __ATOMIC_RELAXED)
#define this_cpu_xchg(x, v) __atomic_exchange_n(&(x), (v), __ATOMIC_RELAXED)
#define raw_cpu_xchg(x, v) this_cpu_xchg(x, v)
#define this_cpu_cmpxchg(x, old, new) __sync_val_compare_and_swap(&(x), (old), (new))
#define this_cpu_cmpxchg_double(a, b, o, p, n, m) (__heddle_unsupported("this_cpu_cmpxchg_double"), 0)
#define x86_this_cpu_test_bit(nr, addr) (__atomic_load_n((addr), __ATOMIC_RELAXED) >> (nr) & 1)

#include <asm-generic/percpu.h>

#endif
