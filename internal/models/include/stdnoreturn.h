/* C11 7.23: noreturn. */
#ifndef HEDDLE_STDNORETURN_H
#define HEDDLE_STDNORETURN_H
#define noreturn _Noreturn
#endif
