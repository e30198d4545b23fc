#include "host.h"

static int64_t microseconds(void *data) {
  (void)data;
  return (int64_t)(host_now() * 1000);
}

static bool stop(void *data) {
  (void)data;
  return host_stopped() != 0;
}

const asc_host wasm_host = {.microseconds = microseconds, .stop = stop};
