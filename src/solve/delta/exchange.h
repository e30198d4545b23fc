/* Several processes that solve one layer together.

   The rows of every layer are dealt out in even parts, and each process holds the values of its own rows only. It
   solves the rows it has of the next layer; the values that come out belong all over the layer, and those of rows that
   others have are sent to them, in *parcels*. What this is done with is behind a table of functions: sweeping knows no
   MPI. A process that is alone has no exchange at all. */
#ifndef ASC_SOLVE_DELTA_EXCHANGE_H
#define ASC_SOLVE_DELTA_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Where a value goes among the owner's values of the layer, and the value: at << 8 | value. */
typedef uint64_t retro_parcel;

typedef struct retro_parcels {
  retro_parcel *items;
  size_t count, room;
} retro_parcels;

static inline void retro_parcels_close(retro_parcels *parcels) {
  free(parcels->items);
  *parcels = (retro_parcels){0};
}

typedef struct retro_exchange retro_exchange;
struct retro_exchange {
  int self, count; /* processes are 0 … count - 1 */
  /* Sends out[p] to every process p, and puts what came from all into *in. All processes call it together, as they do
     the next one. False: memory ran out somewhere; everyone is told. */
  bool (*swap)(retro_exchange *exchange, retro_parcels *out, retro_parcels *in);
  /* The sum of everyone's number. */
  int64_t (*sum)(retro_exchange *exchange, int64_t number);
  /* Process 0 writes the tables. It fetches `size` bytes at `at` of what another one answers from; the others answer
     until process 0 says that it is done. */
  void (*fetch)(retro_exchange *exchange, int from, uint64_t at, size_t size, void *bytes);
  void (*done)(retro_exchange *exchange);
  void (*answer)(retro_exchange *exchange, const void *bytes);
};

/* The rows of a process: from `first` to before `end`. */
typedef struct retro_share {
  uint32_t first, end;
} retro_share;

static inline retro_share retro_share_at(int process, int processes, uint32_t rows) {
  uint64_t all = rows, self = (uint64_t)process, count = (uint64_t)processes;
  return (retro_share){(uint32_t)(all * self / count), (uint32_t)(all * (self + 1) / count)};
}

static inline retro_share retro_share_of(const retro_exchange *exchange, uint32_t rows) {
  return exchange == NULL ? (retro_share){0, rows} : retro_share_at(exchange->self, exchange->count, rows);
}

/* Who has a row. */
static inline int retro_share_owner(int processes, uint32_t rows, uint32_t row) {
  return (int)((((uint64_t)row + 1) * (uint64_t)processes - 1) / rows);
}

#endif
