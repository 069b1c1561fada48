/* Heap allocation. It succeeds, unless --may-fail. Alignment beyond that of the largest scalar is not given: a program that
   looks at the address as a number can see that, which is why such requests are refused rather than served wrong. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <stdint.h>
#include <stdlib.h>

enum { ALIGN = 16 }; /* of every heap object */

static void *none(void) {
	errno = ENOMEM;
	return 0;
}

void *malloc(size_t size) {
	if (__heddle_may_fail())
		return none();
	return __heddle_alloc(size, 0);
}

void *calloc(size_t n, size_t size) {
	if (size != 0 && n > SIZE_MAX / size)
		return none();
	if (__heddle_may_fail())
		return none();
	return __heddle_alloc(n * size, 1);
}

void free(void *p) {
	__heddle_free(p);
}

void cfree(void *p) {
	__heddle_free(p);
}

/* The object always moves: code that keeps using the old address is wrong whether or not it moves in practice. */
void *realloc(void *p, size_t size) {
	if (!p)
		return malloc(size);
	if (size == 0) {
		__heddle_free(p);
		return 0;
	}
	if (__heddle_may_fail())
		return none();
	void *new = __heddle_alloc(size, 0);
	size_t n = __heddle_alloc_size(p);
	if (n > size)
		n = size;
	__heddle_copy(new, p, n);
	__heddle_free(p);
	return new;
}

void *reallocarray(void *p, size_t n, size_t size) {
	if (size != 0 && n > SIZE_MAX / size)
		return none();
	return realloc(p, n * size);
}

static void *aligned(size_t align, size_t size) {
	if (align > ALIGN)
		__heddle_unsupported("heap objects aligned to more than 16 bytes");
	return __heddle_alloc(size, 0);
}

void *aligned_alloc(size_t align, size_t size) {
	if (align == 0 || (align & (align - 1)) != 0) {
		errno = EINVAL;
		return 0;
	}
	if (__heddle_may_fail())
		return none();
	return aligned(align, size);
}

void *memalign(size_t align, size_t size) {
	return aligned_alloc(align, size);
}

int posix_memalign(void **p, size_t align, size_t size) {
	if (align < sizeof(void *) || (align & (align - 1)) != 0)
		return EINVAL;
	if (__heddle_may_fail())
		return ENOMEM;
	*p = aligned(align, size);
	return 0;
}

size_t malloc_usable_size(void *p) {
	return p ? __heddle_alloc_size(p) : 0;
}
