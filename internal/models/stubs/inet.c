/* The order of bytes in the network, exactly, and internet addresses as text, arbitrary. */
#include <arpa/inet.h>
#include <errno.h>
#include <heddle_intrinsics.h>

uint16_t htons(uint16_t x) {
	return (uint16_t)(x << 8 | x >> 8);
}

uint16_t ntohs(uint16_t x) {
	return (uint16_t)(x << 8 | x >> 8);
}

uint32_t htonl(uint32_t x) {
	return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

uint32_t ntohl(uint32_t x) {
	return htonl(x);
}

in_addr_t inet_addr(const char *text) {
	__heddle_look_string(text);
	return __heddle_nondet_uint();
}

int inet_aton(const char *text, struct in_addr *addr) {
	__heddle_look_string(text);
	if (__heddle_nondet_bool())
		return 0;
	addr->s_addr = __heddle_nondet_uint();
	return 1;
}

static char ascii[18];

/* A static object, written plainly. */
char *inet_ntoa(struct in_addr addr) {
	(void)addr;
	__heddle_any_text(ascii, 16);
	return ascii;
}

int inet_pton(int family, const char *text, void *addr) {
	__heddle_look_string(text);
	if (family != AF_INET && family != AF_INET6) {
		errno = EAFNOSUPPORT;
		return -1;
	}
	if (__heddle_nondet_bool())
		return 0;
	if (family == AF_INET)
		((struct in_addr *)addr)->s_addr = __heddle_nondet_uint();
	else
		for (int i = 0; i < 4; i++)
			((struct in6_addr *)addr)->__in6.__longs[i] = __heddle_nondet_uint();
	return 1;
}

const char *inet_ntop(int family, const void *addr, char *text, socklen_t size) {
	__heddle_touch(addr, family == AF_INET ? 4 : 16);
	if (size == 0 || __heddle_outcome())
		return 0;
	__heddle_any_text(text, size < INET6_ADDRSTRLEN ? size : INET6_ADDRSTRLEN);
	return text;
}
