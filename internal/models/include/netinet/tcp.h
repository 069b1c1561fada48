/* Options of TCP sockets. */
#ifndef HEDDLE_NETINET_TCP_H
#define HEDDLE_NETINET_TCP_H

#define TCP_NODELAY 1
#define TCP_MAXSEG 2
#define TCP_CORK 3
#define TCP_KEEPIDLE 4
#define TCP_KEEPINTVL 5
#define TCP_KEEPCNT 6
#define TCP_DEFER_ACCEPT 9
#define TCP_QUICKACK 12
#define TCP_FASTOPEN 23

#endif
