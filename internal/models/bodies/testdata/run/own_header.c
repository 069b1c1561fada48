// simulate: all threads ended
// explore:
#include <assert.h>
#include <heddle.h>

static int x, done, excused;
static long *pointer;

static void worker(int a, long b) {
	heddle_assert(a == 1 && b == -2);
	heddle_atomic {
		x = x + 1;
		if (a)
			goto out;
		x = 100;
	}
out:
	WRITE_ONCE(done, 1);
	excused = a;
}

static int atomic_get(void) {
	heddle_atomic return x;
}

int main(void) {
	long there = 12;
	unsigned char c = heddle_nondet_uchar();
	heddle_assume(c < 3);
	heddle_assert(c <= 2);
	pointer = &there;
	heddle_async(worker, 1, -2L);
	heddle_atomic x++;
	assert(atomic_get() >= 1);
	if (READ_ONCE(done))
		assert(atomic_get() == 2);
	int e = data_race(excused);
	assert(e == 0 || e == 1);
	assert(*READ_ONCE(pointer) == 12 && *data_race(pointer) == 12);
	return 0;
}
