// Instructions that compute a register from registers and constants.
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)
static int a = 3, b;

int main(void) {
	unsigned x = 0x11223344, y;
	unsigned long l = 5;
	short h = -2;
	unsigned char c = 0x0f;
	int *p = &a, *q;
	__asm__("bswap %0" : "+r"(x));
	CHECK(x == 0x44332211);
	__asm__("bswapl %0" : "=r"(y) : "0"(x));
	CHECK(y == 0x11223344 && x == 0x44332211);
	__asm__("mov %1, %0" : "=r"(b) : "r"(a));
	CHECK(b == 3);
	__asm__("movl %1, %0" : "=r"(b) : "i"(-7));
	CHECK(b == -7);
	__asm__ volatile("addl $9, %0" : "+r"(b) : : "cc");
	CHECK(b == 2);
	__asm__("subl %[by], %[from]" : [from] "+r"(b) : [by] "r"(a));
	CHECK(b == -1);
	__asm__("add $-1, %0" : "+r"(l));
	CHECK(l == 4);
	__asm__("not %0" : "+r"(l));
	CHECK(l == ~4ul);
	__asm__("neg %0" : "+r"(h));
	CHECK(h == 2);
	__asm__("xorb %1, %0" : "+q"(c) : "q"((unsigned char)0xff));
	CHECK(c == 0xf0);
	__asm__("andl %1, %0\n\t" : "+r"(x) : "r"(0xffff));
	CHECK(x == 0x2211);
	__asm__("orl %0, %0" : "+r"(x));
	__asm__("incl %0" : "+r"(x));
	CHECK(x == 0x2212);
	__asm__("dec %0" : "+r"(x));
	CHECK(x == 0x2211);
	__asm__("mov %1, %0" : "=r"(q) : "r"(p));
	CHECK(q == &a && *q == 3);
	return 0;
}
