/* C11 7.2: diagnostics. As in C, every inclusion defines assert anew, so there is no guard around it. The call carries
   the text of the condition, which is what a finding shows. */
#undef assert
#undef assert_perror
#ifdef NDEBUG
#define assert(e) __heddle_no_assert()
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#endif
#ifdef _GNU_SOURCE
#ifdef NDEBUG
#define assert_perror(e) __heddle_no_assert()
#else
#define assert_perror(e) (!(e) ? (void)0 : __assert_perror_fail((e), __FILE__, __LINE__, __func__))
#endif
#endif

#ifndef HEDDLE_ASSERT_H
#define HEDDLE_ASSERT_H
extern void __heddle_no_assert(void);
_Noreturn extern void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function);
_Noreturn extern void __assert_perror_fail(int errnum, const char *file, unsigned int line, const char *function);
_Noreturn extern void __assert(const char *assertion, const char *file, int line);
#ifndef __cplusplus
#undef static_assert
#define static_assert _Static_assert
#endif
#endif
