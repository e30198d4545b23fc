/* Adapts the imports of the page to the hooks of a search; see imports.h. */
#include "imports.h"

static int64_t now_us(void *data) {
  (void)data;
  return (int64_t)(wasm_import_now_ms() * 1000);
}

static bool should_stop(void *data) {
  (void)data;
  return wasm_import_should_stop() != 0;
}

const asc_search_hooks wasm_search_hooks = {.now_us = now_us, .should_stop = should_stop};
