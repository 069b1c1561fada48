/* Memory of the Linux kernel. An allocation may fail, as drivers reckon with; memory that belongs to a device outlives what is looked at. */
#include <heddle_intrinsics.h>

typedef __SIZE_TYPE__ size_t;

#define ZEROED 0x100u /* __GFP_ZERO */

static void *take(size_t n, unsigned int flags) {
	if (__heddle_nondet_bool())
		return 0;
	if (flags & ZEROED)
		return __heddle_alloc(n ? n : 1, 1);
	return __heddle_alloc(n ? n : 1, 0);
}

static void *array(size_t n, size_t size, unsigned int flags) {
	size_t all;
	if (__builtin_mul_overflow(n, size, &all))
		return 0;
	return take(all, flags);
}

void *kmalloc(size_t n, unsigned int flags) { return take(n, flags); }
void *__kmalloc(size_t n, unsigned int flags) { return take(n, flags); }
void *kmalloc_node(size_t n, unsigned int flags, int node) { (void)node; return take(n, flags); }
void *__kmalloc_node(size_t n, unsigned int flags, int node) { (void)node; return take(n, flags); }
void *kvmalloc(size_t n, unsigned int flags) { return take(n, flags); }
void *kvmalloc_node(size_t n, unsigned int flags, int node) { (void)node; return take(n, flags); }
void *vmalloc(size_t n) { return take(n, 0); }
void *vmalloc_user(size_t n) { return take(n, ZEROED); }
void *vzalloc(size_t n) { return take(n, ZEROED); }
void *kzalloc(size_t n, unsigned int flags) { return take(n, flags | ZEROED); }
void *kzalloc_node(size_t n, unsigned int flags, int node) { (void)node; return take(n, flags | ZEROED); }
void *kvzalloc(size_t n, unsigned int flags) { return take(n, flags | ZEROED); }
void *kcalloc(size_t n, size_t size, unsigned int flags) { return array(n, size, flags | ZEROED); }
void *kcalloc_node(size_t n, size_t size, unsigned int flags, int node) { (void)node; return array(n, size, flags | ZEROED); }
void *kvcalloc(size_t n, size_t size, unsigned int flags) { return array(n, size, flags | ZEROED); }
void *kmalloc_array(size_t n, size_t size, unsigned int flags) { return array(n, size, flags); }
void *kvmalloc_array(size_t n, size_t size, unsigned int flags) { return array(n, size, flags); }
void *devm_kmalloc(void *dev, size_t n, unsigned int flags) { (void)dev; return take(n, flags); }
void *devm_kzalloc(void *dev, size_t n, unsigned int flags) { (void)dev; return take(n, flags | ZEROED); }
void *devm_kcalloc(void *dev, size_t n, size_t size, unsigned int flags) { (void)dev; return array(n, size, flags | ZEROED); }
void *devm_kmalloc_array(void *dev, size_t n, size_t size, unsigned int flags) { (void)dev; return array(n, size, flags); }

void kfree(const void *p) { if (p) __heddle_free((void *)p); }
void kvfree(const void *p) { kfree(p); }
void vfree(const void *p) { kfree(p); }
void kfree_const(const void *p) { kfree(p); }
void kfree_sensitive(const void *p) { kfree(p); }
void devm_kfree(void *dev, const void *p) { (void)dev; kfree(p); }
size_t ksize(const void *p) { return p ? __heddle_alloc_size((void *)p) : 0; }

void *krealloc(const void *p, size_t n, unsigned int flags) {
	void *q = take(n, flags);
	if (q && p) {
		size_t old = __heddle_alloc_size((void *)p);
		__heddle_copy(q, (void *)p, old < n ? old : n);
		kfree(p);
	}
	return q;
}

void *__krealloc(const void *p, size_t n, unsigned int flags) { return krealloc(p, n, flags); }

void *kmemdup(const void *p, size_t n, unsigned int flags) {
	void *q = take(n, flags);
	if (q)
		__heddle_copy(q, (void *)p, n);
	return q;
}

void *devm_kmemdup(void *dev, const void *p, size_t n, unsigned int flags) { (void)dev; return kmemdup(p, n, flags); }

char *kstrndup(const char *s, size_t n, unsigned int flags) {
	if (!s)
		return 0;
	size_t k = __builtin_strnlen(s, n);
	char *q = take(k + 1, flags);
	if (q) {
		__heddle_copy(q, (void *)s, k);
		q[k] = 0;
	}
	return q;
}

char *kstrdup(const char *s, unsigned int flags) {
	if (!s)
		return 0;
	return kmemdup(s, __builtin_strlen(s) + 1, flags);
}

char *devm_kstrdup(void *dev, const char *s, unsigned int flags) { (void)dev; return kstrdup(s, flags); }
