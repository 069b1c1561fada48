// Builtins of gcc.
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)
typedef __SIZE_TYPE__ size_t;
struct s { char c; int i; struct { short a, b[3]; } n; };
static int five(void) { return 5; }

int main(void) {
	unsigned u = 0x00f0;
	unsigned long long q = 1ULL << 40;
	CHECK(__builtin_popcount(u) == 4 && __builtin_popcountll(q | 1) == 2 && __builtin_parity(7) == 1);
	CHECK(__builtin_clz(u) == 24 && __builtin_clzll(q) == 23 && __builtin_ctz(u) == 4 && __builtin_ctzll(q) == 40);
	CHECK(__builtin_ffs(0) == 0 && __builtin_ffs(8) == 4 && __builtin_ffsll(q) == 41);
	CHECK(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(0x12345678) == 0x78563412u);
	CHECK(__builtin_bswap64(0x0102030405060708ULL) == 0x0807060504030201ULL);
	CHECK(__builtin_expect(u, 1) == 0xf0);
	CHECK(__builtin_constant_p(3 + 4) && !__builtin_constant_p(u));
	CHECK(__builtin_choose_expr(1, 5, u) == 5);
	CHECK(__builtin_types_compatible_p(int, signed int) && !__builtin_types_compatible_p(int, long));
	CHECK(__builtin_offsetof(struct s, i) == 4 && __builtin_offsetof(struct s, n.b[2]) == 14);
	int r;
	CHECK(__builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1);
	CHECK(!__builtin_add_overflow(1, 2, &r) && r == 3);
	unsigned char c;
	CHECK(__builtin_add_overflow(200, 100, &c) && c == 44);
	CHECK(__builtin_sub_overflow(1u, 2u, &u) && u == 0xffffffffu);
	CHECK(!__builtin_sub_overflow(1u, 2u, &r) && r == -1);
	CHECK(__builtin_mul_overflow(65536, 65536, &r) && r == 0);
	long long ll;
	CHECK(!__builtin_mul_overflow(65536, 65536LL, &ll) && ll == 4294967296LL);
	unsigned long long ull;
	CHECK(__builtin_mul_overflow(1ULL << 63, 2ULL, &ull) && ull == 0);
	CHECK(__builtin_mul_overflow(1LL << 62, 2LL, &ll));
	CHECK(__builtin_sadd_overflow(2147483647, 1, &r) && __builtin_uaddll_overflow(-1ULL, 1, &ull));
	CHECK(__builtin_abs(-3) == 3 && __builtin_fabs(-1.5) == 1.5 && __builtin_copysign(2.0, -1.0) == -2.0);
	CHECK(__builtin_isnan(__builtin_nan("")) && __builtin_isinf(__builtin_inf()) && !__builtin_isfinite(__builtin_inf()));
	CHECK(__builtin_signbit(-0.0) != 0 && __builtin_isunordered(1.0, __builtin_nan("")));
	CHECK(_Generic(1L, int: 1, long: 2, default: 3) == 2 && _Generic("s", char *: 4, default: 5) == 4);
	__typeof__(u) v = 7;
	__auto_type w = v + 1LL;
	CHECK(sizeof w == 8 && w == 8);
	__typeof__(five()) f5 = five();
	CHECK(f5 == 5);
	CHECK(__builtin_object_size(&r, 0) == (size_t)-1 || __builtin_object_size(&r, 0) == sizeof r);
	CHECK(_Alignof(long long) == (sizeof(long) == 8 ? 8 : 4) && __alignof__(long long) == 8);
	char buf[8];
	__builtin_memset(buf, 3, sizeof buf);
	__builtin_memcpy(buf, "ab", 2);
	CHECK(buf[0] == 'a' && buf[7] == 3 && __builtin_strlen("four") == 4);
	if (u == 0)
		__builtin_unreachable();
	int x = 5;
	__asm__ volatile("" : "+r"(x) : : "memory");
	CHECK(x == 5);
	__sync_synchronize();
	return 0;
}
