/* Memory of the calling function. */
#ifndef HEDDLE_ALLOCA_H
#define HEDDLE_ALLOCA_H
#undef alloca
#define alloca(size) __builtin_alloca(size)
#endif
