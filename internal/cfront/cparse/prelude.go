package cparse

import (
	"strings"

	"modernc.org/cc/v4"
)

// prelude declares the builtins. The library's own text comes first; what it lacks or says otherwise than
// lowering needs it follows.
func prelude(o *Options) string {
	lib := cc.Builtin
	// Its one condition that is no preprocessor's: sizeof in #if.
	if i := strings.Index(lib, "#if sizeof(double)"); i >= 0 {
		if j := strings.Index(lib[i:], "#endif"); j >= 0 {
			lib = lib[:i] + lib[i+j+len("#endif"):]
		}
	}
	var b strings.Builder
	b.WriteString(lib)
	b.WriteString(ownPrelude)
	if v, _ := stdVersion(o.Std); v >= "202000L" {
		b.WriteString("#define bool _Bool\n#define alignas _Alignas\n#define alignof _Alignof\n#define static_assert _Static_assert\n#define thread_local _Thread_local\n")
	}
	return b.String()
}

const ownPrelude = `
#undef __builtin_va_copy
void __builtin_va_copy();
void __builtin_va_start();
void __builtin_va_end();
void *__builtin_va_arg_impl();
void *__builtin_memmove(void *d, const void *s, __SIZE_TYPE__ n);
void *__builtin_mempcpy(void *d, const void *s, __SIZE_TYPE__ n);
char *__builtin_stpcpy(char *d, const char *s);
char *__builtin_strdup(const char *s);
char *__builtin_strndup(const char *s, __SIZE_TYPE__ n);
__SIZE_TYPE__ __builtin_strnlen(const char *s, __SIZE_TYPE__ n);
void *__builtin_assume_aligned(const void *p, __SIZE_TYPE__ n, ...);
void *__builtin_frame_address(unsigned n);
void *__builtin_return_address(unsigned n);
void *__builtin_extract_return_addr(void *p);
void *__builtin_alloca_with_align(__SIZE_TYPE__ n, __SIZE_TYPE__ a);
__SIZE_TYPE__ __builtin_dynamic_object_size(const void *p, int i);
long __builtin_expect_with_probability(long e, long c, double p);
void __builtin_trap(void);
int __builtin_clzll(unsigned long long x);
int __builtin_ctzll(unsigned long long x);
int __builtin_ffs(int x);
int __builtin_ffsl(long x);
int __builtin_ffsll(long long x);
int __builtin_popcount(unsigned x);
int __builtin_popcountl(unsigned long x);
int __builtin_popcountll(unsigned long long x);
int __builtin_parity(unsigned x);
int __builtin_parityl(unsigned long x);
int __builtin_parityll(unsigned long long x);
int __builtin_clrsb(int x);
int __builtin_clrsbl(long x);
int __builtin_clrsbll(long long x);
_Bool __builtin_add_overflow();
_Bool __builtin_sub_overflow();
_Bool __builtin_mul_overflow();
_Bool __builtin_add_overflow_p();
_Bool __builtin_sub_overflow_p();
_Bool __builtin_mul_overflow_p();
_Bool __builtin_sadd_overflow(int a, int b, int *r);
_Bool __builtin_saddl_overflow(long a, long b, long *r);
_Bool __builtin_saddll_overflow(long long a, long long b, long long *r);
_Bool __builtin_uadd_overflow(unsigned a, unsigned b, unsigned *r);
_Bool __builtin_uaddl_overflow(unsigned long a, unsigned long b, unsigned long *r);
_Bool __builtin_uaddll_overflow(unsigned long long a, unsigned long long b, unsigned long long *r);
_Bool __builtin_ssub_overflow(int a, int b, int *r);
_Bool __builtin_ssubl_overflow(long a, long b, long *r);
_Bool __builtin_ssubll_overflow(long long a, long long b, long long *r);
_Bool __builtin_usub_overflow(unsigned a, unsigned b, unsigned *r);
_Bool __builtin_usubl_overflow(unsigned long a, unsigned long b, unsigned long *r);
_Bool __builtin_usubll_overflow(unsigned long long a, unsigned long long b, unsigned long long *r);
_Bool __builtin_smul_overflow(int a, int b, int *r);
_Bool __builtin_smull_overflow(long a, long b, long *r);
_Bool __builtin_smulll_overflow(long long a, long long b, long long *r);
_Bool __builtin_umul_overflow(unsigned a, unsigned b, unsigned *r);
_Bool __builtin_umull_overflow(unsigned long a, unsigned long b, unsigned long *r);
_Bool __builtin_umulll_overflow(unsigned long long a, unsigned long long b, unsigned long long *r);
int __builtin_isnan();
int __builtin_isinf();
int __builtin_isinf_sign();
int __builtin_isfinite();
int __builtin_isnormal();
int __builtin_signbit();
int __builtin_signbitf(float x);
int __builtin_signbitl(long double x);
int __builtin_fpclassify();
int __builtin_isgreater();
int __builtin_isgreaterequal();
int __builtin_isless();
int __builtin_islessequal();
int __builtin_islessgreater();
double __builtin_round(double x);
double __builtin_trunc(double x);
float __builtin_roundf(float x);
float __builtin_truncf(float x);
double __builtin_fmin(double x, double y);
double __builtin_fmax(double x, double y);
double __builtin_fma(double x, double y, double z);
double __builtin_nans(const char *s);
float __builtin_nansf(const char *s);
long double __builtin_fabsl(long double x);
unsigned long long __builtin_ia32_rdtsc(void);
void __builtin_ia32_pause(void);
void __builtin_ia32_mfence(void);
void __builtin_ia32_lfence(void);
void __builtin_ia32_sfence(void);
void __builtin___clear_cache(void *a, void *b);
int __builtin_setjmp();
void __builtin_longjmp();
void __atomic_store_n();
void __atomic_clear();
void __atomic_thread_fence(int order);
void __atomic_signal_fence(int order);
_Bool __atomic_compare_exchange_n();
_Bool __atomic_compare_exchange();
_Bool __atomic_test_and_set();
_Bool __atomic_is_lock_free();
_Bool __atomic_always_lock_free();
_Bool __sync_bool_compare_and_swap();
void __sync_lock_release();
void __sync_synchronize();
void __c11_atomic_init();
void __c11_atomic_store();
void __c11_atomic_thread_fence(int order);
void __c11_atomic_signal_fence(int order);
_Bool __c11_atomic_compare_exchange_strong();
_Bool __c11_atomic_compare_exchange_weak();
_Bool __c11_atomic_is_lock_free();
`

// hasBuiltin answers __has_builtin: what lowering knows.
func hasBuiltin(name string) bool {
	switch {
	case strings.HasPrefix(name, "__atomic_"), strings.HasPrefix(name, "__sync_"):
		return true
	case strings.HasPrefix(name, "__builtin_"):
		return strings.Contains(ownPrelude, " "+name+"(") || strings.Contains(ownPrelude, "*"+name+"(") || strings.Contains(cc.Builtin, name)
	}
	return false
}
