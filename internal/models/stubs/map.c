/* Memory mapping. A mapping is a new object: of zeros if it is anonymous, else of arbitrary content. It is no other mapping's memory and no other process's. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <sys/mman.h>

void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset) {
	(void)addr;
	(void)prot;
	(void)fd;
	(void)offset;
	if (flags & MAP_FIXED)
		__heddle_unsupported("mmap at a fixed address");
	if (length == 0) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	if (flags & MAP_ANONYMOUS) {
		if (__heddle_may_fail()) {
			errno = ENOMEM;
			return MAP_FAILED;
		}
		return __heddle_alloc_page(length, 1);
	}
	if (__heddle_outcome())
		return MAP_FAILED;
	return __heddle_alloc_page(length, 0);
}

/* Pages of a mapping that goes on to exist stay as they are. */
int munmap(void *addr, size_t length) {
	size_t n = __heddle_alloc_size(addr);
	if (n != 0 && (length + 4095) / 4096 == (n + 4095) / 4096)
		__heddle_free(addr);
	return 0;
}

void *mremap(void *old, size_t oldlen, size_t newlen, int flags, ...) {
	size_t n = __heddle_alloc_size(old);
	(void)oldlen;
	if (flags & ~MREMAP_MAYMOVE || n == 0)
		__heddle_unsupported("mremap to a fixed address or of a part");
	if (newlen <= n)
		return old;
	if (!(flags & MREMAP_MAYMOVE) || __heddle_may_fail()) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	char *new = __heddle_alloc_page(newlen, 1);
	__heddle_copy(new, old, n);
	__heddle_free(old);
	return new;
}

int shm_open(const char *name, int flags, mode_t mode) {
	(void)flags;
	(void)mode;
	__heddle_look_string(name);
	return __heddle_descriptor();
}

int shm_unlink(const char *name) {
	__heddle_look_string(name);
	return __heddle_outcome();
}
