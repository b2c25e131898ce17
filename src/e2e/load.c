/*
 * Loads of known size, for containers of the end-to-end tests.
 *
 *   load burn CPU-MILLISECONDS             uses that much CPU time and exits
 *   load busy MILLISECONDS                 keeps one CPU busy for that long and exits
 *   load alloc BYTES MILLISECONDS          touches that much memory, holds it for that long and exits
 *   load child-alloc BYTES MILLISECONDS    the same in a child; prints the signal that ended it, then waits for a signal
 *   load send HOST PORT BYTES              sends that many bytes over TCP and exits at once
 *   load sink PORT                         takes and drops what anyone sends, one connection after the other
 */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char buffer[65536];

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static long milliseconds(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void spin(clockid_t clock, long duration)
{
	long end = milliseconds(clock) + duration;
	while (milliseconds(clock) < end)
		for (volatile int i = 0; i < 10000; i++)
			;
}

static void alloc(size_t bytes, long duration)
{
	char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		fail("mmap");
	memset(memory, 1, bytes);
	struct timespec rest = { duration / 1000, duration % 1000 * 1000000 };
	nanosleep(&rest, NULL);
}

static void child_alloc(size_t bytes, long duration)
{
	pid_t child = fork();
	if (child == 0) {
		alloc(bytes, duration);
		exit(0);
	}
	int status;
	waitpid(child, &status, 0);
	printf("%d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	fflush(stdout);
	pause();
}

static int address(const char *host, const char *port, struct sockaddr_in *in)
{
	memset(in, 0, sizeof *in);
	in->sin_family = AF_INET;
	in->sin_port = htons(atoi(port));
	if (!inet_aton(host, &in->sin_addr))
		fail("address");
	return socket(AF_INET, SOCK_STREAM, 0);
}

static void send_bytes(const char *host, const char *port, long long bytes)
{
	struct sockaddr_in to;
	int peer = address(host, port, &to);
	if (connect(peer, (struct sockaddr *)&to, sizeof to) < 0)
		fail("connect");
	while (bytes > 0) {
		ssize_t sent = write(peer, buffer, bytes < (long long)sizeof buffer ? (size_t)bytes : sizeof buffer);
		if (sent < 0)
			fail("write");
		bytes -= sent;
	}
}

static void sink(const char *port)
{
	struct sockaddr_in any;
	int on = 1, listener = address("0.0.0.0", port, &any);
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (bind(listener, (struct sockaddr *)&any, sizeof any) < 0 || listen(listener, 16) < 0)
		fail("listen");
	for (;;) {
		int peer = accept(listener, NULL, NULL);
		while (read(peer, buffer, sizeof buffer) > 0)
			;
		close(peer);
	}
}

int main(int argc, char **argv)
{
	/* As PID 1 of a container the default action of SIGTERM would be to ignore it. */
	signal(SIGTERM, _exit);
	if (argc == 3 && !strcmp(argv[1], "burn"))
		spin(CLOCK_PROCESS_CPUTIME_ID, atol(argv[2]));
	else if (argc == 3 && !strcmp(argv[1], "busy"))
		spin(CLOCK_MONOTONIC, atol(argv[2]));
	else if (argc == 4 && !strcmp(argv[1], "alloc"))
		alloc(atoll(argv[2]), atol(argv[3]));
	else if (argc == 4 && !strcmp(argv[1], "child-alloc"))
		child_alloc(atoll(argv[2]), atol(argv[3]));
	else if (argc == 5 && !strcmp(argv[1], "send"))
		send_bytes(argv[2], argv[3], atoll(argv[4]));
	else if (argc == 3 && !strcmp(argv[1], "sink"))
		sink(argv[2]);
	else {
		fputs("usage: load burn|busy|alloc|child-alloc|send|sink ...\n", stderr);
		return 2;
	}
	return 0;
}
