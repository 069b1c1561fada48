// Atomic operations, one thread: values and types.
#include <stdatomic.h>
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)
static _Atomic int a;
static atomic_uchar uc;
static _Atomic(int *) ap;
static int arr[4];
static struct { _Atomic short s; _Bool b; } st;
struct two { int x, y; };
static _Atomic struct two pair;

int main(void) {
	a = 5;
	CHECK(a++ == 5 && ++a == 7 && a-- == 7 && (a += 4) == 10 && (a -= 1) == 9 && (a |= 16) == 25 && (a &= 24) == 24 && (a ^= 1) == 25);
	CHECK((a *= 2) == 50 && (a <<= 1) == 100 && (a /= 3) == 33 && (a %= 10) == 3);
	uc = 255;
	CHECK(uc++ == 255 && uc == 0 && --uc == 255);
	ap = arr;
	ap++;
	ap += 2;
	CHECK(ap == &arr[3] && ap-- == &arr[3]);
	st.s = -1;
	st.s--;
	CHECK(st.s == -2);
	struct two t = { 1, 2 };
	pair = t;
	t.x = 9;
	t = pair;
	CHECK(t.x == 1 && t.y == 2);
	int v = 3, w;
	CHECK(__atomic_fetch_add(&v, 4, __ATOMIC_SEQ_CST) == 3 && __atomic_add_fetch(&v, 1, __ATOMIC_RELAXED) == 8);
	CHECK(__atomic_exchange_n(&v, 2, __ATOMIC_ACQ_REL) == 8 && __atomic_load_n(&v, __ATOMIC_ACQUIRE) == 2);
	CHECK(__atomic_fetch_nand(&v, 3, 5) == 2 && v == ~2 && __atomic_nand_fetch(&v, 1, 5) == ~(~2 & 1));
	__atomic_store_n(&v, 11, __ATOMIC_RELEASE);
	int e = 10;
	CHECK(!__atomic_compare_exchange_n(&v, &e, 5, 0, 5, 5) && e == 11);
	CHECK(__atomic_compare_exchange_n(&v, &e, 5, 0, 5, 5) && v == 5);
	__atomic_load(&v, &w, 5);
	CHECK(w == 5);
	w = 6;
	__atomic_store(&v, &w, 5);
	int o;
	w = 7;
	__atomic_exchange(&v, &w, &o, 5);
	CHECK(o == 6 && v == 7);
	w = 8;
	e = 7;
	CHECK(__atomic_compare_exchange(&v, &e, &w, 0, 5, 5) && v == 8);
	CHECK(__sync_fetch_and_add(&v, 2) == 8 && __sync_sub_and_fetch(&v, 1) == 9 && __sync_bool_compare_and_swap(&v, 9, 1));
	CHECK(__sync_val_compare_and_swap(&v, 5, 2) == 1 && v == 1 && __sync_lock_test_and_set(&v, 4) == 1);
	__sync_lock_release(&v);
	CHECK(v == 0);
	_Bool flag = 0;
	CHECK(!__atomic_test_and_set(&flag, 5) && __atomic_test_and_set(&flag, 5));
	__atomic_clear(&flag, 5);
	CHECK(!flag);
	unsigned long long big = 1;
	CHECK(__atomic_fetch_or(&big, 1ULL << 40, 5) == 1 && big == ((1ULL << 40) | 1));
	signed char sc = 127;
	CHECK(__atomic_add_fetch(&sc, 1, 5) == -128);
	CHECK(atomic_fetch_add(&a, 2) == 3 && atomic_load(&a) == 5);
	int ex = 5;
	CHECK(atomic_compare_exchange_strong(&a, &ex, 6) && a == 6);
	atomic_store(&a, 1);
	CHECK(atomic_exchange(&a, 3) == 1);
	int *p = arr;
	CHECK(__atomic_fetch_add(&p, 4, 5) == arr && p == arr + 1);
	return 0;
}
