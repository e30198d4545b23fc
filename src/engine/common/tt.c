/* Memory of the transposition table: see tt.h, which also has the probes. */
#include "tt.h"

#include "large_pages.h"

#include <string.h>

static const size_t bucket_bytes = ASC_TT_BUCKET_SLOTS * sizeof(asc_tt_slot);

bool asc_tt_open(asc_tt *tt, size_t bytes) {
  size_t buckets = bytes < bucket_bytes ? 1 : bytes / bucket_bytes;
  if (buckets > UINT32_MAX) buckets = UINT32_MAX;
  tt->bucket_count = buckets;
  tt->slots = asc_large_pages_alloc(buckets * bucket_bytes);
  return tt->slots != NULL;
}

/* No thread searches meanwhile, so plain writes are enough. */
void asc_tt_clear(asc_tt *tt) { memset((void *)tt->slots, 0, (size_t)tt->bucket_count * bucket_bytes); }

void asc_tt_close(asc_tt *tt) {
  asc_large_pages_free(tt->slots, (size_t)tt->bucket_count * bucket_bytes);
  tt->slots = NULL;
}
