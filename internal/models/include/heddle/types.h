/* Types that several standard headers share. Sizes come from the macros that gcc predefines, so that one text serves
   ilp32, lp64 and llp64; the sizes of the POSIX types are glibc's. */
#ifndef HEDDLE_TYPES_H
#define HEDDLE_TYPES_H

typedef __SIZE_TYPE__ size_t;

#ifndef NULL
#define NULL ((void *)0)
#endif

/* ssize_t is the signed twin of size_t; gcc predefines none, and ptrdiff_t has the same width everywhere here. */
#if __SIZEOF_SIZE_T__ == __SIZEOF_INT__
typedef int ssize_t;
#elif __SIZEOF_SIZE_T__ == __SIZEOF_LONG__
typedef long ssize_t;
#else
typedef long long ssize_t;
#endif

#if __SIZEOF_POINTER__ > __SIZEOF_LONG__
typedef long long time_t; /* llp64 */
#else
typedef long time_t;
#endif
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef unsigned int mode_t;
typedef long off_t;
typedef long long loff_t;
typedef long long off64_t;
#if __SIZEOF_LONG__ == 8
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
#else
typedef unsigned long long dev_t;
typedef unsigned int nlink_t;
#endif
typedef unsigned long ino_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef int key_t;
/* glibc's names, for its headers that stand behind ours */
typedef struct __locale_struct {
	int data;
} *__locale_t, *locale_t;
#define _BITS_TYPES___LOCALE_T_H 1
#define _BITS_TYPES_LOCALE_T_H 1

struct timespec {
	time_t tv_sec;
	long tv_nsec;
};

struct timeval {
	time_t tv_sec;
	suseconds_t tv_usec;
};

#endif
