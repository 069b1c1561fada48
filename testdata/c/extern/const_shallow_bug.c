// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// const speaks of the struct, not of what its pointers lead to.
#include <assert.h>
struct job {
	int n;
	int *result;
};
int result;
void perform(const struct job *j);
int main(void) {
	struct job j = {1, &result};
	perform(&j);
	assert(j.n == 1);    // nofail
	assert(result == 0); // fail!
	return 0;
}
