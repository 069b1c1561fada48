/* Devices: whatever comes from one is arbitrary, and what goes to one was read. */
#include <heddle_intrinsics.h>

typedef __SIZE_TYPE__ size_t;

void memcpy_fromio(void *to, const volatile void *from, size_t n) { (void)from; __heddle_fill_any(to, n); }
void memcpy_toio(volatile void *to, const void *from, size_t n) { (void)to; __heddle_touch((void *)from, n); }

#define FROM_PORT(name, size) void name(unsigned long port, void *to, size_t n) { (void)port; __heddle_fill_any(to, n * size); }
#define TO_PORT(name, size) void name(unsigned long port, const void *from, size_t n) { (void)port; __heddle_touch((void *)from, n * size); }
#define FROM_REGISTER(name, size) void name(const volatile void *r, void *to, size_t n) { (void)r; __heddle_fill_any(to, n * size); }
#define TO_REGISTER(name, size) void name(volatile void *r, const void *from, size_t n) { (void)r; __heddle_touch((void *)from, n * size); }

FROM_PORT(insb, 1) FROM_PORT(insw, 2) FROM_PORT(insl, 4)
TO_PORT(outsb, 1) TO_PORT(outsw, 2) TO_PORT(outsl, 4)
FROM_REGISTER(ioread8_rep, 1) FROM_REGISTER(ioread16_rep, 2) FROM_REGISTER(ioread32_rep, 4)
FROM_REGISTER(readsb, 1) FROM_REGISTER(readsw, 2) FROM_REGISTER(readsl, 4)
TO_REGISTER(iowrite8_rep, 1) TO_REGISTER(iowrite16_rep, 2) TO_REGISTER(iowrite32_rep, 4)
TO_REGISTER(writesb, 1) TO_REGISTER(writesw, 2) TO_REGISTER(writesl, 4)
