/* How much the store may hold. At --disk-limit, or when little of its disk is free, nothing new is stored: no persons,
   no games, no changes. Games that are there are played to their end in what is left. */
#include "live.h"

#include <stdio.h>

static void space_take(web_live *live, const asc_job *job) {
  const web_options *options = &live->server->options;
  if (job->status != ASC_STORE_DONE) return;
  live->space = job->space;
  bool large = live->space.used >= (int64_t)options->disk_mib << 20;
  bool scarce = live->space.free >= 0 && live->space.free < LIVE_RESERVE;
  bool full = options->disk_mib > 0 && (large || scarce);
  if (full && !live->full && options->complain != NULL) {
    char line[160];
    (void)snprintf(line, sizeof line, "the database %s %d MiB: new games are rejected; %s",
                   large ? "has reached" : "is on a disk with less than",
                   large ? options->disk_mib : LIVE_RESERVE >> 20, large ? "raise --disk-limit" : "free some space");
    options->complain(options->data, line);
  }
  live->full = full;
}

static void space_read(asc_job *job) {
  space_take(asc_job_live(job), job);
  asc_live_job_close(job);
}

void asc_space_begin(web_live *live) {
  asc_job *job = asc_job_open(NULL, NULL);
  if (job == NULL) return;
  asc_job_ask_space(job);
  (void)asc_store_do(live->store, job);
  space_take(live, job);
  asc_job_close(job);
  live->spaced = asc_live_now(live);
}

void asc_space_tick(web_live *live, int64_t now) {
  asc_job *job = now - live->spaced < LIVE_SPACE ? NULL : asc_live_job(live, space_read, NULL);
  if (job == NULL) return;
  live->spaced = now;
  asc_job_ask_space(job);
  asc_live_submit(live, job);
}
