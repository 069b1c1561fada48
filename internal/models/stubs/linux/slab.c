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

/* Bits, in whole words. */
#define LONGS(bits) (((bits) + 8 * sizeof(long) - 1) / (8 * sizeof(long)))
unsigned long *bitmap_alloc(unsigned int bits, unsigned int flags) { return array(LONGS((size_t)bits), sizeof(long), flags); }
unsigned long *bitmap_zalloc(unsigned int bits, unsigned int flags) { return array(LONGS((size_t)bits), sizeof(long), flags | ZEROED); }
void bitmap_free(const unsigned long *p) { if (p) __heddle_free((void *)p); }

void *__kmalloc_track_caller(size_t n, unsigned int flags, unsigned long caller) { (void)caller; return take(n, flags); }
void *__kmalloc_node_track_caller(size_t n, unsigned int flags, int node, unsigned long caller) { (void)node; (void)caller; return take(n, flags); }
void *vmalloc_32(size_t n) { return take(n, 0); }
void *vmalloc_node(size_t n, int node) { (void)node; return take(n, 0); }
void *vzalloc_node(size_t n, int node) { (void)node; return take(n, ZEROED); }
void *__vmalloc(size_t n, unsigned int flags) { return take(n, flags); }

void kfree(const void *p) { if (p) __heddle_free((void *)p); }
void kvfree(const void *p) { kfree(p); }
void vfree(const void *p) { kfree(p); }
void kfree_const(const void *p) { kfree(p); }
void kfree_sensitive(const void *p) { kfree(p); }
void kvfree_sensitive(const void *p, size_t n) { (void)n; kfree(p); }
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

char *kstrdup_const(const char *s, unsigned int flags) { return kstrdup(s, flags); }

char *kmemdup_nul(const char *s, size_t n, unsigned int flags) {
	char *q = s ? take(n + 1, flags) : 0;
	if (q) {
		__heddle_copy(q, (void *)s, n);
		q[n] = 0;
	}
	return q;
}

/* A kind of objects: their size, and what makes one. */
struct kind {
	size_t size;
	void (*make)(void *);
};

struct kind *kmem_cache_create(const char *name, unsigned int size, unsigned int align, unsigned int flags, void (*make)(void *)) {
	(void)name;
	(void)align;
	(void)flags;
	struct kind *k = take(sizeof(*k), 0);
	if (k) {
		k->size = size;
		k->make = make;
	}
	return k;
}

struct kind *kmem_cache_create_usercopy(const char *name, unsigned int size, unsigned int align, unsigned int flags, unsigned int from, unsigned int n, void (*make)(void *)) {
	(void)from;
	(void)n;
	return kmem_cache_create(name, size, align, flags, make);
}

void kmem_cache_destroy(struct kind *k) { (void)k; }
int kmem_cache_shrink(struct kind *k) { (void)k; return __heddle_nondet_int(); }

void *kmem_cache_alloc(struct kind *k, unsigned int flags) {
	void *p = take(k->size, flags);
	if (p && k->make)
		k->make(p);
	return p;
}

void *kmem_cache_alloc_lru(struct kind *k, void *lru, unsigned int flags) { (void)lru; return kmem_cache_alloc(k, flags); }
void *kmem_cache_alloc_node(struct kind *k, unsigned int flags, int node) { (void)node; return kmem_cache_alloc(k, flags); }
void *kmem_cache_zalloc(struct kind *k, unsigned int flags) { return take(k->size, flags | ZEROED); }
void kmem_cache_free(struct kind *k, void *p) { (void)k; kfree(p); }

#define PAGE 4096ul

unsigned long __get_free_pages(unsigned int flags, unsigned int order) { return (unsigned long)take(PAGE << order, flags); }
unsigned long get_zeroed_page(unsigned int flags) { return (unsigned long)take(PAGE, flags | ZEROED); }
void free_pages(unsigned long p, unsigned int order) { (void)order; kfree((void *)p); }
void *alloc_pages_exact(size_t n, unsigned int flags) { return take(n, flags); }
void free_pages_exact(void *p, size_t n) { (void)n; kfree(p); }

void *dma_alloc_attrs(void *dev, size_t n, unsigned long *bus, unsigned int flags, unsigned long attrs) {
	(void)dev;
	(void)attrs;
	void *p = take(n, flags);
	if (p)
		*bus = __heddle_nondet_ulong();
	return p;
}

void *dmam_alloc_attrs(void *dev, size_t n, unsigned long *bus, unsigned int flags, unsigned long attrs) { return dma_alloc_attrs(dev, n, bus, flags, attrs); }
void *dma_alloc_coherent(void *dev, size_t n, unsigned long *bus, unsigned int flags) { return dma_alloc_attrs(dev, n, bus, flags, 0); }
void *dmam_alloc_coherent(void *dev, size_t n, unsigned long *bus, unsigned int flags) { return dma_alloc_attrs(dev, n, bus, flags, 0); }
void *usb_alloc_coherent(void *dev, size_t n, unsigned int flags, unsigned long *bus) { return dma_alloc_attrs(dev, n, bus, flags, 0); }
void dma_free_attrs(void *dev, size_t n, void *p, unsigned long bus, unsigned long attrs) { (void)dev; (void)n; (void)bus; (void)attrs; kfree(p); }
void dma_free_coherent(void *dev, size_t n, void *p, unsigned long bus) { dma_free_attrs(dev, n, p, bus, 0); }
void dmam_free_coherent(void *dev, size_t n, void *p, unsigned long bus) { dma_free_attrs(dev, n, p, bus, 0); }
void usb_free_coherent(void *dev, size_t n, void *p, unsigned long bus) { dma_free_attrs(dev, n, p, bus, 0); }

/* How long a text is nobody says; 64 bytes are enough to tell it from another object. */
static char *text(unsigned int flags) {
	char *s = take(64, flags);
	if (s)
		s[63] = 0;
	return s;
}

char *kvasprintf(unsigned int flags, const char *format, __builtin_va_list args) { (void)format; (void)args; return text(flags); }
char *kasprintf(unsigned int flags, const char *format, ...) { (void)format; return text(flags); }
char *devm_kvasprintf(void *dev, unsigned int flags, const char *format, __builtin_va_list args) { (void)dev; (void)format; (void)args; return text(flags); }
char *devm_kasprintf(void *dev, unsigned int flags, const char *format, ...) { (void)dev; (void)format; return text(flags); }
