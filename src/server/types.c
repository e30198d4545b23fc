/* Our own table and not the library's, which knows neither .wasm nor .webmanifest: a browser compiles WebAssembly as it
   arrives only when it comes with its own type. */
#include "types.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static const struct {
  const char *ending, *type;
} known[] = {
    {"html", "text/html; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"txt", "text/plain; charset=utf-8"},
    {"svg", "image/svg+xml; charset=utf-8"},
    {"json", "application/json; charset=utf-8"},
    {"map", "application/json; charset=utf-8"},
    {"webmanifest", "application/manifest+json; charset=utf-8"},
    {"wasm", "application/wasm"},
    {"png", "image/png"},
    {"ico", "image/x-icon"},
    {"woff2", "font/woff2"},
};

const char *type_of(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *dot = strrchr(slash != NULL ? slash : path, '.');
  for (size_t i = 0; dot != NULL && i < sizeof known / sizeof *known; i++)
    if (strcasecmp(known[i].ending, dot + 1) == 0) return known[i].type;
  return "application/octet-stream";
}
