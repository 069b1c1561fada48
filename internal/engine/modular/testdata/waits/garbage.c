// The count of an object is not 0 when it is made.
#include <heddle.h>
#include <heddle_intrinsics.h>
#include <stdatomic.h>

struct file {
	atomic_long running;
};
int data;

void call(struct file *f)
{
	data = 2;
	f->running--;
}

int main(void)
{
	struct file *f = __heddle_alloc(sizeof *f, 0);
	f->running++;
	heddle_async(call, f);
	while (f->running)
		;
	data = 1;
	return 0;
}
