/* POSIX: internet addresses as text. */
#ifndef HEDDLE_ARPA_INET_H
#define HEDDLE_ARPA_INET_H

#include <netinet/in.h>

in_addr_t inet_addr(const char *text);
int inet_aton(const char *text, struct in_addr *addr);
char *inet_ntoa(struct in_addr addr);
int inet_pton(int family, const char *text, void *addr);
const char *inet_ntop(int family, const void *addr, char *text, socklen_t size);
in_addr_t inet_lnaof(struct in_addr);
struct in_addr inet_makeaddr(in_addr_t, in_addr_t);
in_addr_t inet_netof(struct in_addr);
in_addr_t inet_network(const char *);

#endif
