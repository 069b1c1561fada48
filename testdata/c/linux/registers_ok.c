// check: --platform linux --kernel none --property race --harness start,stop
// expect: PROVED
// expect[explore]: UNKNOWN
// Registers are no memory: nothing races on them, and they say anything.
#include <linux/io.h>

int start(unsigned long base)
{
	void __iomem *r = (void __iomem *)base;

	writel(readl(r) | 1, r);
	outb(1, 0x80);
	return inb(0x80);
}

int stop(unsigned long base)
{
	void __iomem *r = (void __iomem *)base;

	writel(0, r);
	outb(0, 0x80);
	return 0;
}
