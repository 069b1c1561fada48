// The count is that of the next object when it is looked at.
#include <heddle.h>
#include <heddle_intrinsics.h>
#include <stdatomic.h>

struct file {
	atomic_long running;
	int position;
};
int data;

void call(struct file *f)
{
	data = 2;
	f->running--;
}

int main(void)
{
	struct file *f = 0;
	for (int i = 0; i < 2; i++) {
		f = __heddle_alloc(sizeof *f, 1);
		if (i == 0) {
			f->running++;
			heddle_async(call, f);
		}
	}
	while (f->running)
		;
	data = 1;
	return 0;
}
