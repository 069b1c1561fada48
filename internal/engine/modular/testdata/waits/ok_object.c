// Each file has a count of its calls, and there is one of all files: when that is 0, no call runs.
#include <heddle.h>
#include <heddle_intrinsics.h>
#include <stdatomic.h>

struct file {
	atomic_long running;
};
atomic_long open;
int data;

void call(struct file *f)
{
	int seen = data;
	(void)seen;
	f->running--;
}

void file(void)
{
	struct file *f = __heddle_alloc(sizeof *f, 1);
	while (heddle_nondet_bool()) {
		f->running++;
		heddle_async(call, f);
	}
	while (f->running)
		;
	open--;
}

int main(void)
{
	while (heddle_nondet_bool()) {
		open++;
		heddle_async(file);
	}
	heddle_atomic { heddle_assume(open == 0); }
	data = 1;
	return 0;
}
