/* Bits: what the kernel has for processors without instructions for them. */
#ifndef HEDDLE_ASM_BITOPS_H
#define HEDDLE_ASM_BITOPS_H

#include <linux/compiler.h>
#include <asm/barrier.h>
#include <asm-generic/bitops/builtin-__ffs.h>
#include <asm-generic/bitops/ffz.h>
#include <asm-generic/bitops/builtin-fls.h>
#include <asm-generic/bitops/builtin-__fls.h>
#include <asm-generic/bitops/fls64.h>
#include <asm-generic/bitops/sched.h>
#include <asm-generic/bitops/builtin-ffs.h>
#include <asm-generic/bitops/const_hweight.h>
#define __arch_hweight8(w) ((unsigned int)__builtin_popcount((w) & 0xff))
#define __arch_hweight16(w) ((unsigned int)__builtin_popcount((w) & 0xffff))
#define __arch_hweight32(w) ((unsigned int)__builtin_popcount(w))
#define __arch_hweight64(w) ((unsigned long)__builtin_popcountl(w))
#include <asm-generic/bitops/lock.h>
#include <asm-generic/bitops/atomic.h>
#include <asm-generic/bitops/non-atomic.h>
#include <asm-generic/bitops/le.h>
#include <asm-generic/bitops/ext2-atomic-setbit.h>

#endif
