/* BUG fails wherever it is reached. */
#ifndef HEDDLE_ASM_BUG_H
#define HEDDLE_ASM_BUG_H

#define HAVE_ARCH_BUG
#define HAVE_ARCH_BUG_ON
void BUG(void);
void BUG_ON(long);
#include <asm-generic/bug.h>

#endif
