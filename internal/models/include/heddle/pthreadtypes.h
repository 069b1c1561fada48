/* The POSIX thread types. Sizes and alignment are glibc's, so that structures that hold them have the layout people see
   in a debugger. Nothing looks inside a synchronization object, except for the kind of a mutex that was initialized
   statically: it stands where glibc has it. */
#ifndef HEDDLE_PTHREADTYPES_H
#define HEDDLE_PTHREADTYPES_H

#include <heddle/types.h>

#if __SIZEOF_POINTER__ > __SIZEOF_LONG__
typedef unsigned long long pthread_t; /* llp64: a handle has the width of a pointer */
#else
typedef unsigned long pthread_t;
#endif
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;

#if __SIZEOF_POINTER__ == 8
typedef union {
	struct {
		int __lock;
		unsigned int __count;
		int __owner;
		unsigned int __nusers;
		int __kind; /* 0 normal, 1 recursive, 2 error-checking */
	} __data;
	char __size[40];
	long long __align;
} pthread_mutex_t;
typedef union {
	char __size[48];
	long long __align;
} pthread_cond_t;
typedef union {
	char __size[56];
	long long __align;
} pthread_rwlock_t;
typedef union {
	char __size[32];
	long long __align;
} pthread_barrier_t;
#else
typedef union {
	struct {
		int __lock;
		unsigned int __count;
		int __owner;
		int __kind; /* 0 normal, 1 recursive, 2 error-checking */
		unsigned int __nusers;
	} __data;
	char __size[24];
	long __align;
} pthread_mutex_t;
typedef union {
	char __size[48];
	long long __align;
} pthread_cond_t;
typedef union {
	char __size[32];
	long __align;
} pthread_rwlock_t;
typedef union {
	char __size[20];
	long __align;
} pthread_barrier_t;
#endif

/* Attribute objects are ordinary data: the models read and write these members, all within the first 32 bytes. */
union pthread_attr_t {
	struct {
		int __detach;
		int __scope;
		int __inherit;
		int __policy;
		int __priority;
		unsigned int __guard;
		size_t __stack;
	} __data;
#if __SIZEOF_POINTER__ == 8
	char __size[56];
	long long __align;
#else
	char __size[36];
	long __align;
#endif
};
typedef union pthread_attr_t pthread_attr_t;

typedef union {
	int __type;
	char __size[4];
} pthread_mutexattr_t;
typedef union {
	int __clock;
	char __size[4];
} pthread_condattr_t;
typedef union {
	int __kind;
	char __size[8];
	long __align;
} pthread_rwlockattr_t;
typedef union {
	int __shared;
	char __size[4];
} pthread_barrierattr_t;

#endif
