#include "tt.h"

#include "pages.h"

#include <string.h>

static const size_t bucket = TT_BUCKET * sizeof(tt_slot);

bool asc_tt_open(asc_tt *tt, size_t bytes) {
  size_t buckets = bytes < bucket ? 1 : bytes / bucket;
  if (buckets > UINT32_MAX) buckets = UINT32_MAX;
  tt->buckets = buckets;
  tt->slots = asc_pages_open(buckets * bucket);
  return tt->slots != NULL;
}

/* Nobody searches meanwhile, so it need not go slot by slot. */
void asc_tt_clear(asc_tt *tt) { memset((void *)tt->slots, 0, (size_t)tt->buckets * bucket); }

void asc_tt_close(asc_tt *tt) {
  asc_pages_close(tt->slots, (size_t)tt->buckets * bucket);
  tt->slots = NULL;
}
