/* Bits that are looked at while others set them: a volatile access to the kernel, which counts as one step. */
#include <heddle_intrinsics.h>

#define TEST(name) \
	_Bool name(unsigned long nr, const volatile unsigned long *p) { return __atomic_load_n((unsigned long *)p + nr / (8 * sizeof(long)), __ATOMIC_RELAXED) >> nr % (8 * sizeof(long)) & 1; }

TEST(_test_bit) TEST(_test_bit_acquire) TEST(arch_test_bit) TEST(arch_test_bit_acquire) TEST(generic_test_bit) TEST(generic_test_bit_acquire)
TEST(const_test_bit) TEST(const_test_bit_acquire) TEST(constant_test_bit) TEST(variable_test_bit)
