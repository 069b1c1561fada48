// check: --property assert
// expect: UNKNOWN
// Inline assembly with effects on memory makes the executions that reach it unknown.
#include <assert.h>

int x;

int main(void)
{
	__asm__ volatile("roll $1, %0" : "+m"(x) : : "memory");
	assert(x == 0);
	return 0;
}
