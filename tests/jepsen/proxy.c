#include "proxy.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PAIRS = 128, PIECE = 65536, LOOK = 50 /* milliseconds */ };

static struct {
  int door, to;
  atomic_bool held;
  int ends[PAIRS][2], count;
} line;

static struct sockaddr_in here(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static void enter(void) {
  int one = accept(line.door, NULL, NULL), other = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = here(line.to);
  if (one >= 0 && line.count < PAIRS && connect(other, (const struct sockaddr *)&address, sizeof address) == 0) {
    line.ends[line.count][0] = one;
    line.ends[line.count++][1] = other;
    return;
  }
  if (one >= 0) close(one);
  close(other);
}

/* False: either end was closed. */
static bool forward(int from, int to) {
  static char bytes[PIECE];
  ssize_t got = recv(from, bytes, sizeof bytes, MSG_DONTWAIT);
  for (ssize_t at = 0, sent; at < got; at += sent)
    if ((sent = send(to, bytes + at, (size_t)(got - at), MSG_NOSIGNAL)) <= 0) return false;
  return got > 0;
}

static void *run(void *data) {
  (void)data;
  for (;;) {
    struct pollfd all[1 + 2 * PAIRS] = {{.fd = line.door, .events = POLLIN}};
    int count = 2 * line.count;
    for (int i = 0; i < count; i++) all[1 + i] = (struct pollfd){.fd = line.ends[i / 2][i % 2], .events = POLLIN};
    if (atomic_load(&line.held)) {
      (void)usleep(LOOK * 1000);
      continue;
    }
    (void)poll(all, (nfds_t)(1 + count), LOOK);
    for (int i = count / 2 - 1; i >= 0; i--) {
      bool good = true;
      for (int k = 0; k < 2 && good; k++)
        if (all[1 + 2 * i + k].revents != 0) good = forward(line.ends[i][k], line.ends[i][1 - k]);
      if (good) continue;
      close(line.ends[i][0]);
      close(line.ends[i][1]);
      line.count--;
      line.ends[i][0] = line.ends[line.count][0];
      line.ends[i][1] = line.ends[line.count][1];
    }
    if (all[0].revents != 0) enter();
  }
  return NULL;
}

int proxy_open(int to) {
  struct sockaddr_in address = here(0);
  socklen_t size = sizeof address;
  pthread_t thread;
  line.to = to;
  line.door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(line.door, (const struct sockaddr *)&address, size) != 0 || listen(line.door, 64) != 0 ||
      getsockname(line.door, (struct sockaddr *)&address, &size) != 0 || pthread_create(&thread, NULL, run, NULL) != 0)
    return 0;
  (void)pthread_detach(thread);
  return ntohs(address.sin_port);
}

void proxy_hold(bool held) { atomic_store(&line.held, held); }
