/* Small functions behind macros of glibc's headers. */
#include <sched.h>
#include <stddef.h>

int __libc_current_sigrtmin(void);
int __libc_current_sigrtmax(void);
size_t __ctype_get_mb_cur_max(void);
unsigned int gnu_dev_major(unsigned long long dev);
unsigned int gnu_dev_minor(unsigned long long dev);
unsigned long long gnu_dev_makedev(unsigned int major, unsigned int minor);
int __sched_cpucount(size_t size, const cpu_set_t *set);

int __libc_current_sigrtmin(void) {
	return 34;
}

int __libc_current_sigrtmax(void) {
	return 64;
}

size_t __ctype_get_mb_cur_max(void) {
	return 1;
}

unsigned int gnu_dev_major(unsigned long long dev) {
	return (unsigned int)(dev >> 8 & 0xfff) | ((unsigned int)(dev >> 32) & ~0xfffu);
}

unsigned int gnu_dev_minor(unsigned long long dev) {
	return (unsigned int)(dev & 0xff) | ((unsigned int)(dev >> 12) & ~0xffu);
}

unsigned long long gnu_dev_makedev(unsigned int major, unsigned int minor) {
	return (minor & 0xff) | (major & 0xfffull) << 8 | (minor & ~0xffull) << 12 | (major & ~0xfffull) << 32;
}

int __sched_cpucount(size_t size, const cpu_set_t *set) {
	int n = 0;
	for (size_t i = 0; i < size / sizeof set->__bits[0]; i++)
		for (unsigned long w = set->__bits[i]; w; w &= w - 1)
			n++;
	return n;
}
