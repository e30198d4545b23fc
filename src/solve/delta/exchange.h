/* The communication between several processes that solve one layer together.

   The rows of every layer are divided evenly, and each process holds the values of its own rows only. It solves its
   rows of the next layer. The resulting values belong to rows all over the layer; those of other processes are sent
   to them as *updates*. The transport is behind an interface, so the solver does not depend on MPI. A single process
   has no exchange. */
#ifndef ASC_SOLVE_DELTA_EXCHANGE_H
#define ASC_SOLVE_DELTA_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* A value and its index among the values of the layer that its owner holds: index << 8 | value. */
typedef uint64_t solve_update;

typedef struct solve_updates {
  solve_update *items;
  size_t count, capacity; /* items used; items allocated */
} solve_updates;

static inline void solve_updates_close(solve_updates *updates) {
  free(updates->items);
  *updates = (solve_updates){0};
}

typedef struct solve_exchange solve_exchange;
struct solve_exchange {
  int process, process_count; /* the own number, from 0 to process_count - 1 */
  /* Sends out[p] to each process p, empties it, and collects all incoming updates in *in. All processes must call it
     at the same time; the same holds for sum. Returns false in every process if memory runs out in one of them. */
  bool (*swap)(solve_exchange *exchange, solve_updates *out, solve_updates *in);
  /* Returns the sum of the numbers that all processes pass. */
  int64_t (*sum)(solve_exchange *exchange, int64_t number);
  /* Process 0 writes the files. fetch copies `size` bytes at offset `at` from the memory that process `from` serves.
     All other processes call serve_fetches, which returns when process 0 calls fetch_done. */
  void (*fetch)(solve_exchange *exchange, int from, uint64_t at, size_t size, void *bytes);
  void (*fetch_done)(solve_exchange *exchange);
  void (*serve_fetches)(solve_exchange *exchange, const void *bytes);
};

/* The rows of a process: from `first` up to but not including `end`. */
typedef struct solve_row_range {
  uint32_t first, end;
} solve_row_range;

/* Returns the rows that a process holds of a layer with this number of rows. */
static inline solve_row_range solve_rows_of_process(int process, int processes, uint32_t rows) {
  uint64_t all = rows, self = (uint64_t)process, count = (uint64_t)processes;
  return (solve_row_range){(uint32_t)(all * self / count), (uint32_t)(all * (self + 1) / count)};
}

/* Returns the rows that this process holds: all of them if `exchange` is NULL. */
static inline solve_row_range solve_own_rows(const solve_exchange *exchange, uint32_t rows) {
  return exchange == NULL ? (solve_row_range){0, rows}
                          : solve_rows_of_process(exchange->process, exchange->process_count, rows);
}

/* Returns the process that holds a row. */
static inline int solve_row_owner(int processes, uint32_t rows, uint32_t row) {
  return (int)((((uint64_t)row + 1) * (uint64_t)processes - 1) / rows);
}

#endif
