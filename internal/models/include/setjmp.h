/* C11 7.13: non-local jumps. The front end knows these functions. */
#ifndef HEDDLE_SETJMP_H
#define HEDDLE_SETJMP_H

typedef struct {
	long __regs[25];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;

int setjmp(jmp_buf env);
int _setjmp(jmp_buf env);
int sigsetjmp(sigjmp_buf env, int savemask);
_Noreturn void longjmp(jmp_buf env, int value);
_Noreturn void _longjmp(jmp_buf env, int value);
_Noreturn void siglongjmp(sigjmp_buf env, int value);

#endif
