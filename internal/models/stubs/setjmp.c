/* setjmp, called directly, gives 0. It gives something else only after longjmp, and executions that call that are UNKNOWN. */
#include <setjmp.h>

int __sigsetjmp(sigjmp_buf env, int savemask);

int setjmp(jmp_buf env) {
	(void)env;
	return 0;
}

int _setjmp(jmp_buf env) {
	(void)env;
	return 0;
}

int sigsetjmp(sigjmp_buf env, int savemask) {
	(void)env;
	(void)savemask;
	return 0;
}

int __sigsetjmp(sigjmp_buf env, int savemask) {
	(void)env;
	(void)savemask;
	return 0;
}
