// check: --property assert,memory
// expect: BOUNDED      a mapping is nobody else's memory
// expect[explore]: UNKNOWN
#include <assert.h>
#include <stdint.h>
#include <sys/mman.h>

int main(void) {
	int *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(p != MAP_FAILED && p[0] == 0 && p[2047] == 0);
	assert(((uintptr_t)p & 4095) == 0);
	assert((unsigned)(uintptr_t)p != 0); // the low half of an address
	p[5] = 7;
	assert(p[5] == 7);
	munmap(p, 8192);
	return 0;
}
