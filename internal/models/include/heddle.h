/* heddle's own header: assumptions, assertions, inputs, threads and atomic sections for programs that are written to be
   checked, or for harnesses around those that are not. It is found without any -I.

     heddle_assume(e)             only executions in which e holds are looked at
     heddle_assert(e)             a finding where e does not hold
     heddle_nondet_int()          any int; one such function per scalar type, and _ptr
     heddle_async(f, a, b)        a new thread runs f(a, b); it outlives main
     heddle_atomic { ... }        not interrupted by other threads; return and goto out of it end it, break and continue
                                  that would leave it are refused
     READ_ONCE(x) WRITE_ONCE(x,v) accesses marked as meant to be concurrent
     data_race(e)                 the accesses in e are excused from race checking */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <heddle_intrinsics.h>

#define heddle_assume(e) __heddle_assume(!!(e))
#define heddle_assert(e) __heddle_assert(!!(e), #e)
#define heddle_async(...) __heddle_async(__VA_ARGS__)
#ifdef __SANITIZE_THREAD__ /* a replay, compiled by gcc */
void __heddle_atomic_leave(int *inside);
#define heddle_atomic \
	for (int __attribute__((cleanup(__heddle_atomic_leave))) heddle_inside = (__heddle_atomic_begin(), 1); heddle_inside; heddle_inside = 0)
#define data_race(e) (e)
#else
#define heddle_atomic switch (__heddle_atomic_block()) default:
#endif

_Bool heddle_nondet_bool(void);
char heddle_nondet_char(void);
signed char heddle_nondet_schar(void);
unsigned char heddle_nondet_uchar(void);
short heddle_nondet_short(void);
unsigned short heddle_nondet_ushort(void);
int heddle_nondet_int(void);
unsigned int heddle_nondet_uint(void);
unsigned int heddle_nondet_unsigned(void);
long heddle_nondet_long(void);
unsigned long heddle_nondet_ulong(void);
long long heddle_nondet_longlong(void);
unsigned long long heddle_nondet_ulonglong(void);
__INT8_TYPE__ heddle_nondet_int8(void);
__INT16_TYPE__ heddle_nondet_int16(void);
__INT32_TYPE__ heddle_nondet_int32(void);
__INT64_TYPE__ heddle_nondet_int64(void);
__UINT8_TYPE__ heddle_nondet_uint8(void);
__UINT16_TYPE__ heddle_nondet_uint16(void);
__UINT32_TYPE__ heddle_nondet_uint32(void);
__UINT64_TYPE__ heddle_nondet_uint64(void);
__SIZE_TYPE__ heddle_nondet_size(void);
__PTRDIFF_TYPE__ heddle_nondet_ptrdiff(void);
__INTPTR_TYPE__ heddle_nondet_intptr(void);
__UINTPTR_TYPE__ heddle_nondet_uintptr(void);
float heddle_nondet_float(void);
double heddle_nondet_double(void);
void *heddle_nondet_ptr(void);

/* A kernel program brings its own definitions of these. */
#ifndef READ_ONCE
#define READ_ONCE(x) ((__typeof__(x))__atomic_load_n(&(x), __ATOMIC_RELAXED))
#endif
#ifndef WRITE_ONCE
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#endif
#ifndef data_race
#define data_race(e) ((__typeof__(e))__heddle_data_race(e))
#endif

#endif
