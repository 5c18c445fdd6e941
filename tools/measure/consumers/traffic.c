// SPDX-License-Identifier: GPL-2.0
/*
 * Traffic between two network namespaces, as fast as possible.
 *
 *	traffic sink ADDRESS PORT
 *
 * receives UDP and TCP and discards the data in the kernel. It prints "ready".
 * ADDRESS may be :: or 0.0.0.0, for all of the kind.
 *
 *	traffic send ADDRESS PORT CPU_NS SNMP
 *
 * sends to it. For each line on stdin, "udp SIZE PEERS MILLISECONDS" or "tcp
 * MILLISECONDS", it sends for that time as a warm-up, then measures for as long and
 * prints one line of JSON. CPU_NS is a file with the kernel's CPU time, SNMP the
 * receiver's /proc/PID/net/snmp, or snmp6 for IPv6, which counts datagrams when they reach
 * a socket: after IPsec. With several PEERS datagrams go to so many addresses in turn, from
 * ADDRESS on, that differ in their last bytes.
 *
 * iperf3 makes a system call for each datagram, and its receiver copies the data. In
 * User Mode Linux either costs more than a hash.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Datagrams per system call */
#define BATCH		512
/* Bytes per system call of a TCP stream */
#define CHUNK		(256 * 1024)
/* Large enough for BATCH datagrams in flight */
#define SEND_BUFFER	(8 * 1024 * 1024)
/*
 * Rest for so long afterwards. What is still queued then is flushed as the CPU idles; but if
 * it had to wait for this program, its caller or ip, a deadline would pass, and all that is
 * measured next would be in a back-off that no traffic has caused.
 */
#define REST_MS		20

static const char *cpu_file, *snmp_file;
static char data[CHUNK];

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

/**
 * struct counts - measured values, or their values at one time
 * @ns: nanoseconds passed
 * @cpu_ns: CPU time of the kernel, nanoseconds
 * @arrived: datagrams that reached a socket
 */
struct counts {
	uint64_t ns;
	uint64_t cpu_ns;
	uint64_t arrived;
};

static noreturn void give_up(const char *what)
{
	fprintf(stderr, "traffic: %s: %s\n", what, strerror(errno));
	exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * UINT64_C(1000000000) + t.tv_nsec;
}

static void rest(void)
{
	const struct timespec t = { .tv_nsec = REST_MS * 1000000 };

	nanosleep(&t, NULL);
}

static FILE *open_file(const char *name)
{
	FILE *file = fopen(name, "r");

	if (!file)
		give_up(name);
	return file;
}

static uint64_t read_cpu_ns(void)
{
	FILE *file = open_file(cpu_file);
	uint64_t ns;

	if (fscanf(file, "%ju", &ns) != 1)
		give_up(cpu_file);
	fclose(file);
	return ns;
}

/* Datagrams dropped because the socket's buffer was full have arrived as well. */
static uint64_t read_arrived(void)
{
	FILE *file = open_file(snmp_file);
	uint64_t in, no_ports, errors;
	unsigned int found = 0;
	char line[1024];

	while (found < 2 && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "Udp: %ju %ju %ju", &in, &no_ports, &errors) == 3)
			found = 2;
		found += sscanf(line, "Udp6InDatagrams %ju", &in) == 1;
		found += sscanf(line, "Udp6InErrors %ju", &errors) == 1;
	}
	fclose(file);
	if (found < 2)
		give_up(snmp_file);
	return in + errors;
}

static struct counts count(void)
{
	struct counts counts = {
		.ns = now_ns(),
		.arrived = read_arrived(),
	};

	counts.cpu_ns = read_cpu_ns();
	return counts;
}

static struct counts since(struct counts before)
{
	struct counts counts = count();

	counts.ns -= before.ns;
	counts.cpu_ns -= before.cpu_ns;
	counts.arrived -= before.arrived;
	return counts;
}

static void print(const struct counts *counts, uint64_t bytes, uint64_t sent)
{
	printf("{\"bytes\": %ju, \"ns\": %ju, \"cpu_ns\": %ju, \"sent\": %ju, \"arrived\": %ju}\n",
	       (uintmax_t)bytes, (uintmax_t)counts->ns,
	       (uintmax_t)counts->cpu_ns, (uintmax_t)sent,
	       (uintmax_t)counts->arrived);
	fflush(stdout);
}

static union address find(const char *name, const char *port)
{
	const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV };
	union address address = { 0 };
	struct addrinfo *found;

	if (getaddrinfo(name, port, &hints, &found)) {
		errno = EINVAL;
		give_up(name);
	}
	memcpy(&address, found->ai_addr, found->ai_addrlen);
	freeaddrinfo(found);
	return address;
}

/* The address of one of several peers */
static union address peer_number(union address first, uint32_t number)
{
	if (first.any.sa_family == AF_INET6)
		first.v6.sin6_addr.s6_addr[15] += number;
	else
		first.v4.sin_addr.s_addr = htonl(ntohl(first.v4.sin_addr.s_addr) + number);
	return first;
}

static int open_to(const union address *peer, int type)
{
	int fd = socket(peer->any.sa_family, type, 0);

	if (fd < 0 || connect(fd, &peer->any, sizeof(*peer)))
		give_up("connect");
	return fd;
}

/* Let message number i go to peer number i, of so many */
static void address(struct mmsghdr *messages, const union address *first, uint32_t peers)
{
	static union address names[BATCH];

	for (uint32_t i = 0; i < BATCH; i++) {
		names[i] = peer_number(*first, i % peers);
		messages[i].msg_hdr.msg_name = &names[i];
		messages[i].msg_hdr.msg_namelen = sizeof(names[i]);
	}
}

/* Returns the number sent. Datagrams that find a full queue are lost. */
static uint64_t flood(int fd, struct mmsghdr *messages, uint64_t ms)
{
	uint64_t end = now_ns() + ms * 1000000, sent = 0;

	do {
		int n = sendmmsg(fd, messages, BATCH, 0);

		if (n < 0 && errno != ENOBUFS)
			give_up("sendmmsg");
		sent += n < 0 ? 0 : n;
	} while (now_ns() < end);
	return sent;
}

static void send_datagrams(const union address *peer, size_t size,
			   uint32_t peers, uint64_t ms)
{
	struct mmsghdr messages[BATCH] = { 0 };
	struct iovec part = { data, size };
	int fd = open_to(peer, SOCK_DGRAM), buffer = SEND_BUFFER;
	struct counts counts;
	uint64_t sent;

	if (setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &buffer, sizeof(buffer)))
		give_up("SO_SNDBUFFORCE");
	for (int i = 0; i < BATCH; i++) {
		messages[i].msg_hdr.msg_iov = &part;
		messages[i].msg_hdr.msg_iovlen = 1;
	}
	if (peers > 1)
		address(messages, peer, peers);
	/* The first packets, of which each comes alone, may have begun a back-off. */
	flood(fd, messages, ms);
	counts = count();
	sent = flood(fd, messages, ms);
	counts = since(counts);
	rest();
	print(&counts, counts.arrived * size, sent);
	close(fd);
}

static uint64_t stream(int fd, uint64_t ms)
{
	uint64_t end = now_ns() + ms * 1000000, bytes = 0;

	do {
		ssize_t n = send(fd, data, sizeof(data), 0);

		if (n <= 0)
			give_up("send");
		bytes += n;
	} while (now_ns() < end);
	return bytes;
}

static void send_stream(const union address *peer, uint64_t ms)
{
	int fd = open_to(peer, SOCK_STREAM);
	struct counts counts;
	uint64_t bytes;

	stream(fd, ms);
	counts = count();
	bytes = stream(fd, ms);
	counts = since(counts);
	close(fd);
	rest();
	print(&counts, bytes, 0);
}

static void send_as_told(const union address *peer)
{
	unsigned long size, peers, ms;
	char line[64];

	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "udp %lu %lu %lu", &size, &peers, &ms) == 3 &&
		    size <= sizeof(data) && peers) {
			send_datagrams(peer, size, peers, ms);
		} else if (sscanf(line, "tcp %lu", &ms) == 1) {
			send_stream(peer, ms);
		} else {
			errno = EINVAL;
			give_up(line);
		}
	}
}

static void discard(int fd)
{
	while (recv(fd, data, sizeof(data), MSG_TRUNC) > 0)
		;
	close(fd);
}

/*
 * Datagrams are not read: they are counted anyway. The reader of a stream is woken
 * only if enough bytes are there: otherwise the number and cost of its wakeups would
 * vary by chance.
 */
static void sink(const union address *self)
{
	int udp = socket(self->any.sa_family, SOCK_DGRAM, 0);
	int tcp = socket(self->any.sa_family, SOCK_STREAM, 0);
	int only = 1; /* another sink has IPv4 */

	if (self->any.sa_family == AF_INET6 &&
	    (setsockopt(udp, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof(only)) ||
	     setsockopt(tcp, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof(only))))
		give_up("IPV6_V6ONLY");
	if (bind(udp, &self->any, sizeof(*self)) ||
	    bind(tcp, &self->any, sizeof(*self)) || listen(tcp, 1))
		give_up("bind");
	puts("ready");
	fflush(stdout);
	for (;;) {
		int fd = accept(tcp, NULL, NULL), enough = CHUNK;

		if (fd < 0)
			give_up("accept");
		if (setsockopt(fd, SOL_SOCKET, SO_RCVLOWAT, &enough,
			       sizeof(enough)))
			give_up("SO_RCVLOWAT");
		discard(fd);
	}
}

int main(int argc, char **argv)
{
	union address address;

	signal(SIGPIPE, SIG_IGN);
	if (argc == 4 && !strcmp(argv[1], "sink")) {
		address = find(argv[2], argv[3]);
		sink(&address);
	} else if (argc == 6 && !strcmp(argv[1], "send")) {
		address = find(argv[2], argv[3]);
		cpu_file = argv[4];
		snmp_file = argv[5];
		send_as_told(&address);
	} else {
		fprintf(stderr, "Usage: traffic sink ADDRESS PORT\n"
			"       traffic send ADDRESS PORT CPU_NS SNMP\n");
		return 2;
	}
	return 0;
}
