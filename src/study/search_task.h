/* Helpers for code that searches within the limits of a caller and reports to it; the types are public, in analysis.h.
 */
#ifndef ASC_STUDY_SEARCH_TASK_H
#define ASC_STUDY_SEARCH_TASK_H

#include <ascona/analysis.h>

/* Reports to the caller that there is a new result. `progress` may be NULL. */
static inline void asc_progress_report(const asc_progress *progress) {
  if (progress != NULL && progress->on_progress != NULL) progress->on_progress(progress->data);
}

/* Returns whether the caller wants to stop. `progress` may be NULL. */
static inline bool asc_progress_is_stopped(const asc_progress *progress) {
  return progress != NULL && progress->should_stop != NULL && progress->should_stop(progress->data);
}

/* Returns the rest of a limit after `spent`. It is at least 1, because 0 means no limit; a limit of 0 stays 0. */
static inline int64_t asc_search_limit_left(int64_t limit, int64_t spent) {
  return limit == 0 ? 0 : limit > spent ? limit - spent : 1;
}

#endif
