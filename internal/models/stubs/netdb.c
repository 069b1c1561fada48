/* Names in the network: nothing is found, or an arbitrary address of the family that was asked for. What the real functions keep in a static object is
   one here, written plainly, so that calls in two threads race: one for hosts, one for services, one for protocols. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <netdb.h>
#include <stdlib.h>

static _Thread_local int number;

int *__h_errno_location(void) {
	return &number;
}

static int not_found(void) {
	int e = __heddle_nondet_int();
	return e >= HOST_NOT_FOUND && e <= NO_DATA ? e : HOST_NOT_FOUND;
}

/* ---- hosts: one or two addresses, no aliases */

static struct hostent host;
static char *addresses[3];
static char *aliases[1];
static unsigned int words[2][4];
static char host_text[16];

static struct hostent *found(int family) {
	if (__heddle_nondet_bool()) {
		number = not_found();
		return 0;
	}
	int n = family == AF_INET6 ? 4 : 1;
	for (int i = 0; i < n; i++) {
		words[0][i] = __heddle_nondet_uint();
		words[1][i] = __heddle_nondet_uint();
	}
	addresses[0] = (char *)words[0];
	addresses[1] = __heddle_nondet_bool() ? (char *)words[1] : 0;
	__heddle_any_text(host_text, sizeof host_text);
	host.h_name = host_text;
	host.h_aliases = aliases;
	host.h_addrtype = family;
	host.h_length = 4 * n;
	host.h_addr_list = addresses;
	return &host;
}

struct hostent *gethostbyname(const char *name) {
	__heddle_look_string(name);
	return found(AF_INET);
}

struct hostent *gethostbyname2(const char *name, int family) {
	__heddle_look_string(name);
	return found(family);
}

struct hostent *gethostbyaddr(const void *addr, socklen_t len, int family) {
	__heddle_touch(addr, len);
	return found(family);
}

/* All of it lies in the buffer: two pointers to addresses and a null pointer, an address, an empty list of aliases, a name. */
static int found_r(int family, struct hostent *ret, char *buf, size_t size, struct hostent **result, int *error) {
	struct data {
		char *addresses[2];
		char *aliases[1];
		unsigned int words[4];
		char name[8];
	} *d = (struct data *)buf;
	*result = 0;
	if (size < sizeof *d)
		return ERANGE;
	if (__heddle_nondet_bool()) {
		*error = not_found();
		return __heddle_nondet_bool() ? ERANGE : 0;
	}
	for (int i = 0; i < 4; i++)
		d->words[i] = __heddle_nondet_uint();
	d->addresses[0] = (char *)d->words;
	d->addresses[1] = 0;
	d->aliases[0] = 0;
	__heddle_any_text(d->name, sizeof d->name);
	ret->h_name = d->name;
	ret->h_aliases = d->aliases;
	ret->h_addrtype = family;
	ret->h_length = family == AF_INET6 ? 16 : 4;
	ret->h_addr_list = d->addresses;
	*result = ret;
	return 0;
}

int gethostbyname_r(const char *name, struct hostent *ret, char *buf, size_t size, struct hostent **result, int *error) {
	__heddle_look_string(name);
	return found_r(AF_INET, ret, buf, size, result, error);
}

int gethostbyaddr_r(const void *addr, socklen_t len, int family, struct hostent *ret, char *buf, size_t size, struct hostent **result, int *error) {
	__heddle_touch(addr, len);
	return found_r(family, ret, buf, size, result, error);
}

/* ---- services and protocols */

static struct servent service;
static struct protoent protocol;
static char service_text[16], protocol_text[16];

static struct servent *any_service(int port) {
	if (__heddle_nondet_bool())
		return 0;
	__heddle_any_text(service_text, sizeof service_text);
	service.s_name = service_text;
	service.s_aliases = aliases;
	service.s_port = port;
	service.s_proto = "tcp";
	return &service;
}

struct servent *getservbyname(const char *name, const char *proto) {
	if (proto)
		__heddle_look_string(proto);
	__heddle_look_string(name);
	return any_service(__heddle_nondet_ushort());
}

struct servent *getservbyport(int port, const char *proto) {
	if (proto)
		__heddle_look_string(proto);
	return any_service(port);
}

static struct protoent *any_protocol(int number) {
	if (__heddle_nondet_bool())
		return 0;
	__heddle_any_text(protocol_text, sizeof protocol_text);
	protocol.p_name = protocol_text;
	protocol.p_aliases = aliases;
	protocol.p_proto = number;
	return &protocol;
}

struct protoent *getprotobyname(const char *name) {
	__heddle_look_string(name);
	return any_protocol(__heddle_nondet_uchar());
}

struct protoent *getprotobynumber(int number) {
	return any_protocol(number);
}

/* ---- getaddrinfo: a list of one or two */

static struct addrinfo *info(const struct addrinfo *hints) {
	struct addrinfo *a = __heddle_alloc(sizeof *a, 0);
	int family = hints ? hints->ai_family : AF_UNSPEC;
	if (family != AF_INET && family != AF_INET6)
		family = __heddle_nondet_bool() ? AF_INET : AF_INET6;
	int type = hints ? hints->ai_socktype : 0;
	a->ai_flags = hints ? hints->ai_flags : 0;
	a->ai_family = family;
	a->ai_socktype = type ? type : __heddle_nondet_bool() ? SOCK_STREAM : SOCK_DGRAM;
	a->ai_protocol = hints && hints->ai_protocol ? hints->ai_protocol : __heddle_nondet_bool() ? IPPROTO_TCP : IPPROTO_UDP;
	if (family == AF_INET) {
		struct sockaddr_in *s = __heddle_alloc(sizeof *s, 1);
		s->sin_family = AF_INET;
		s->sin_port = __heddle_nondet_ushort();
		s->sin_addr.s_addr = __heddle_nondet_uint();
		a->ai_addr = (struct sockaddr *)s;
		a->ai_addrlen = sizeof *s;
	} else {
		struct sockaddr_in6 *s = __heddle_alloc(sizeof *s, 1);
		s->sin6_family = AF_INET6;
		s->sin6_port = __heddle_nondet_ushort();
		for (int i = 0; i < 4; i++)
			s->sin6_addr.__in6.__longs[i] = __heddle_nondet_uint();
		a->ai_addr = (struct sockaddr *)s;
		a->ai_addrlen = sizeof *s;
	}
	a->ai_canonname = 0;
	a->ai_next = 0;
	return a;
}

int getaddrinfo(const char *node, const char *svc, const struct addrinfo *hints, struct addrinfo **result) {
	if (node)
		__heddle_look_string(node);
	if (svc)
		__heddle_look_string(svc);
	if (__heddle_nondet_bool()) {
		int e = __heddle_nondet_int();
		if (e == EAI_SYSTEM)
			__heddle_fail();
		return e < 0 && e >= EAI_OVERFLOW && e != -5 && e != -9 ? e : EAI_NONAME;
	}
	struct addrinfo *first = info(hints);
	if (hints && (hints->ai_flags & AI_CANONNAME))
		first->ai_canonname = __heddle_new_text(8);
	if (__heddle_nondet_bool())
		first->ai_next = info(hints);
	*result = first;
	return 0;
}

void freeaddrinfo(struct addrinfo *list) {
	while (list) {
		struct addrinfo *next = list->ai_next;
		free(list->ai_addr);
		free(list->ai_canonname);
		free(list);
		list = next;
	}
}

int getnameinfo(const struct sockaddr *addr, socklen_t len, char *host_text, socklen_t hostlen, char *service_text, socklen_t servicelen, int flags) {
	(void)flags;
	__heddle_touch(addr, len);
	if (__heddle_nondet_bool())
		return EAI_NONAME;
	if (host_text && hostlen > 0)
		__heddle_any_text(host_text, hostlen);
	if (service_text && servicelen > 0)
		__heddle_any_text(service_text, servicelen);
	return 0;
}

const char *gai_strerror(int error) {
	(void)error;
	return "error";
}

const char *hstrerror(int error) {
	(void)error;
	return "error";
}

void herror(const char *s) {
	if (s)
		__heddle_look_string(s);
}
