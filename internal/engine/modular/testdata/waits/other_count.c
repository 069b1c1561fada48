// Two counts: who waits looks at the other.
#include <heddle.h>
#include <heddle_intrinsics.h>
#include <stdatomic.h>

struct file {
	atomic_long running;
	int position;
};

void call(struct file *f)
{
	f->position++;
	f->running--;
}

int main(void)
{
	struct file *f = __heddle_alloc(sizeof *f, 1);
	struct file *g = __heddle_alloc(sizeof *g, 1);
	f->running++;
	heddle_async(call, f);
	while (g->running)
		;
	f->position = 2;
	return 0;
}
