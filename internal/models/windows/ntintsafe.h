/* ntintsafe.h, as far as drivers need it. */
#include <wdm.h>
#ifndef HEDDLE_NTINTSAFE_H
#define HEDDLE_NTINTSAFE_H
FORCEINLINE NTSTATUS RtlULongAdd(ULONG a, ULONG b, ULONG *out)
{
	*out = a + b;
	return a + b < a ? STATUS_INTEGER_OVERFLOW : STATUS_SUCCESS;
}
FORCEINLINE NTSTATUS RtlULongMult(ULONG a, ULONG b, ULONG *out)
{
	*out = a * b;
	return (ULONGLONG)a * b > 0xffffffff ? STATUS_INTEGER_OVERFLOW : STATUS_SUCCESS;
}
#endif
