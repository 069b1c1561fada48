/* The lock under which the kernel configures networks. */
#include <heddle_intrinsics.h>

static int rtnl;

void rtnl_lock(void) { __heddle_lock(&rtnl); }
void rtnl_unlock(void) { __heddle_unlock(&rtnl); }
int rtnl_trylock(void) { return __heddle_trylock(&rtnl) == 0; }
int rtnl_is_locked(void) { return __heddle_nondet_bool(); }

int rtnl_lock_killable(void) {
	if (__heddle_nondet_bool())
		return -4;
	__heddle_lock(&rtnl);
	return 0;
}
