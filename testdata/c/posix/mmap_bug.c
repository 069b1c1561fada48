// check: --property memory
// expect: BUG use-after-free
#include <sys/mman.h>

int main(void) {
	char *p = mmap(0, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	p[99] = 1;
	munmap(p, 4096);
	p[1] = 1; // use-after-free!
	return 0;
}
