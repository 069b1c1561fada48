// check: --property assert
// expect: PROVED
// What the builtins give back: fetch_and_op the old value, op_and_fetch the new one.
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
	int x = 6;
	assert(__sync_fetch_and_add(&x, 2) == 6 && x == 8);
	assert(__sync_sub_and_fetch(&x, 3) == 5 && x == 5);
	assert(__atomic_fetch_and(&x, 4, __ATOMIC_SEQ_CST) == 5 && x == 4);
	assert(__atomic_or_fetch(&x, 3, __ATOMIC_SEQ_CST) == 7 && x == 7);
	assert(__atomic_exchange_n(&x, 1, __ATOMIC_SEQ_CST) == 7 && x == 1);
	assert(__sync_val_compare_and_swap(&x, 1, 9) == 1 && x == 9);
	assert(__sync_val_compare_and_swap(&x, 1, 2) == 9 && x == 9);
	_Atomic unsigned char c = 255;
	assert(atomic_fetch_add(&c, 1) == 255);
	assert(c == 0);
	assert(atomic_fetch_xor(&c, 12) == 0);
	assert(c == 12);
	return 0;
}
