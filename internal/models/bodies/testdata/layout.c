/* Holds for heddle's headers and for glibc's alike. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <dirent.h>
#include <netdb.h>
#include <pwd.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define SAME(e, lp64, ilp32) _Static_assert((e) == (sizeof(void *) == 8 ? (lp64) : (ilp32)), #e)

SAME(sizeof(pthread_t), 8, 4);
SAME(sizeof(pthread_mutex_t), 40, 24);
SAME(sizeof(pthread_cond_t), 48, 48);
SAME(sizeof(pthread_rwlock_t), 56, 32);
SAME(sizeof(pthread_barrier_t), 32, 20);
SAME(sizeof(pthread_spinlock_t), 4, 4);
SAME(sizeof(pthread_once_t), 4, 4);
SAME(sizeof(pthread_key_t), 4, 4);
SAME(sizeof(pthread_attr_t), 56, 36);
SAME(sizeof(pthread_mutexattr_t), 4, 4);
SAME(sizeof(pthread_condattr_t), 4, 4);
SAME(sizeof(pthread_rwlockattr_t), 8, 8);
SAME(sizeof(pthread_barrierattr_t), 4, 4);
SAME(_Alignof(pthread_mutex_t), 8, 4);
SAME(_Alignof(pthread_cond_t), 8, 4);
SAME(_Alignof(pthread_rwlock_t), 8, 4);
SAME(offsetof(pthread_mutex_t, __data.__kind), 16, 12);
SAME(sizeof(sem_t), 32, 16);
SAME(sizeof(mtx_t), 40, 24);
SAME(sizeof(cnd_t), 48, 48);
SAME(sizeof(thrd_t), 8, 4);
SAME(sizeof(once_flag), 4, 4);
SAME(sizeof(tss_t), 4, 4);
SAME(sizeof(size_t), 8, 4);
SAME(sizeof(ssize_t), 8, 4);
SAME(sizeof(time_t), 8, 4);
SAME(sizeof(off_t), 8, 4);
SAME(sizeof(dev_t), 8, 8);
SAME(sizeof(ino_t), 8, 4);
SAME(sizeof(nlink_t), 8, 4);
SAME(sizeof(mode_t), 4, 4);
SAME(sizeof(pid_t), 4, 4);
SAME(sizeof(struct timespec), 16, 8);
SAME(sizeof(struct timeval), 16, 8);
SAME(sizeof(struct tm), 56, 44);
SAME(sizeof(sigset_t), 128, 128);
SAME(sizeof(struct sigaction), 152, 140);
SAME(sizeof(cpu_set_t), 128, 128);
SAME(sizeof(fd_set), 128, 128);
SAME(sizeof(max_align_t), 32, sizeof(max_align_t));
SAME(sizeof(wchar_t), 4, 4);
SAME(sizeof(intmax_t), 8, 8);
SAME(sizeof(int_fast16_t), 8, 4);
SAME(sizeof(atomic_llong), 8, 8);
SAME(sizeof(atomic_flag), 1, 1);
SAME(sizeof(div_t), 8, 8);
SAME(sizeof(lldiv_t), 16, 16);
SAME(_Generic((size_t)0, unsigned long: 1, unsigned int: 2), 1, 2);
SAME(_Generic((pthread_t)0, unsigned long: 1, default: 2), 1, 1);
SAME(_Generic((int64_t)0, long: 1, long long: 2), 1, 2);

SAME(EINTR, 4, 4);
SAME(EAGAIN, 11, 11);
SAME(EBUSY, 16, 16);
SAME(EINVAL, 22, 22);
SAME(EDEADLK, 35, 35);
SAME(ETIMEDOUT, 110, 110);
SAME(EPERM, 1, 1);
SAME(ENOTSUP, 95, 95);
SAME(EWOULDBLOCK, EAGAIN, EAGAIN);
SAME(LONG_MAX, 9223372036854775807, 2147483647);
SAME(UINT_MAX, 4294967295U, 4294967295U);
SAME(SIZE_MAX, 18446744073709551615U, 4294967295U);
SAME(INT_FAST32_MAX, 9223372036854775807, 2147483647);
SAME(CHAR_MIN, -128, -128);
SAME(PTHREAD_MUTEX_RECURSIVE, 1, 1);
SAME(PTHREAD_MUTEX_ERRORCHECK, 2, 2);
SAME(PTHREAD_BARRIER_SERIAL_THREAD, -1, -1);
SAME(PTHREAD_CREATE_DETACHED, 1, 1);
SAME(thrd_busy, 1, 1);
SAME(thrd_error, 2, 2);
SAME(thrd_nomem, 3, 3);
SAME(thrd_timedout, 4, 4);
SAME(mtx_recursive, 1, 1);
SAME(mtx_timed, 2, 2);
SAME(O_CREAT, 64, 64);
SAME(O_NONBLOCK, 2048, 2048);
SAME(SIGUSR1, 10, 10);
SAME(SIGCHLD, 17, 17);
SAME(CLOCK_MONOTONIC, 1, 1);
SAME(S_ISDIR(040755), 1, 1);
SAME(RAND_MAX, 2147483647, 2147483647);
SAME(BUFSIZ, 8192, 8192);
SAME(SEEK_END, 2, 2);
SAME(memory_order_seq_cst, 5, 5);
SAME(sizeof PRId64, 3, 4);
SAME(sizeof PRIuPTR, 3, 2);
SAME(sizeof PRIu8, 2, 2);
SAME(sizeof SCNd8, 4, 4);
SAME(sizeof(struct rusage), 144, 72);
SAME(sizeof(struct sockaddr), 16, 16);
SAME(sizeof(struct sockaddr_in), 16, 16);
SAME(sizeof(struct sockaddr_in6), 28, 28);
SAME(sizeof(struct sockaddr_un), 110, 110);
SAME(sizeof(struct sockaddr_storage), 128, 128);
SAME(sizeof(struct msghdr), 56, 28);
SAME(sizeof(struct hostent), 32, 20);
SAME(sizeof(struct addrinfo), 48, 32);
SAME(offsetof(struct addrinfo, ai_next), 40, 28);
SAME(sizeof(struct epoll_event), 12, 12);
SAME(offsetof(struct epoll_event, data), 4, 4);
SAME(offsetof(struct dirent, d_name), 19, 11);
SAME(sizeof(struct passwd), 48, 28);
SAME(sizeof(struct utsname), 390, 390);
SAME(sizeof(siginfo_t), 128, 128);
SAME(offsetof(struct stat, st_size), 48, 44);
SAME(SOCK_CLOEXEC, 02000000, 02000000);
SAME(EPOLLIN, 1, 1);
SAME(MAP_ANONYMOUS, 32, 32);
