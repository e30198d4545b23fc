/* The exchange between the processes of MPI_COMM_WORLD. See exchange_mpi.h and solve/delta/exchange.h. */
#include "exchange_mpi.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_REQUEST = 1, TAG_ANSWER = 2 };

static int64_t sum(solve_exchange *common, int64_t number) {
  int64_t all = 0;
  (void)common;
  MPI_Allreduce(&number, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static bool reserve(solve_updates *updates, size_t count) {
  if (count <= updates->capacity) return true;
  solve_update *items = realloc(updates->items, count * sizeof *items);
  if (items == NULL) return false;
  updates->items = items;
  updates->capacity = count;
  return true;
}

/* MPI counts in int. Batches are small enough for that; returns false if one is not. */
static bool send_prepare(mpi_solve_exchange *exchange, const solve_updates *out) {
  size_t all = 0;
  for (int p = 0; p < exchange->common.process_count; p++) {
    exchange->send_counts[p] = (int)out[p].count;
    exchange->send_offsets[p] = (int)all;
    all += out[p].count;
  }
  return all <= INT_MAX && reserve(&exchange->packed, all + 1);
}

static bool receive_prepare(mpi_solve_exchange *exchange, solve_updates *in) {
  size_t all = 0;
  for (int p = 0; p < exchange->common.process_count; p++) {
    exchange->receive_offsets[p] = (int)all;
    all += (size_t)exchange->receive_counts[p];
  }
  in->count = all;
  return all <= INT_MAX && reserve(in, all + 1);
}

static bool swap(solve_exchange *common, solve_updates *out, solve_updates *in) {
  mpi_solve_exchange *exchange = (mpi_solve_exchange *)common;
  bool ready = send_prepare(exchange, out);
  if (sum(common, !ready) > 0) return false;
  MPI_Alltoall(exchange->send_counts, 1, MPI_INT, exchange->receive_counts, 1, MPI_INT, MPI_COMM_WORLD);
  ready = receive_prepare(exchange, in);
  if (sum(common, !ready) > 0) return false;
  for (int p = 0; p < common->process_count; p++) {
    size_t size = out[p].count * sizeof(solve_update);
    if (size > 0) memcpy(exchange->packed.items + exchange->send_offsets[p], out[p].items, size);
    out[p].count = 0;
  }
  MPI_Alltoallv(exchange->packed.items, exchange->send_counts, exchange->send_offsets, MPI_UINT64_T, in->items,
                exchange->receive_counts, exchange->receive_offsets, MPI_UINT64_T, MPI_COMM_WORLD);
  return true;
}

typedef struct fetch_request {
  uint64_t at, size; /* size 0: no more requests will follow */
} fetch_request;

static void send_request(int from, uint64_t at, uint64_t size) {
  fetch_request request = {at, size};
  MPI_Send(&request, 2, MPI_UINT64_T, from, TAG_REQUEST, MPI_COMM_WORLD);
}

static void fetch(solve_exchange *common, int from, uint64_t at, size_t size, void *bytes) {
  (void)common;
  send_request(from, at, size);
  MPI_Recv(bytes, (int)size, MPI_BYTE, from, TAG_ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void fetch_done(solve_exchange *common) {
  for (int p = 1; p < common->process_count; p++) send_request(p, 0, 0);
}

static void serve_fetches(solve_exchange *common, const void *bytes) {
  (void)common;
  for (;;) {
    fetch_request request;
    MPI_Recv(&request, 2, MPI_UINT64_T, 0, TAG_REQUEST, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (request.size == 0) return;
    MPI_Send((const char *)bytes + request.at, (int)request.size, MPI_BYTE, 0, TAG_ANSWER, MPI_COMM_WORLD);
  }
}

bool mpi_solve_exchange_open(mpi_solve_exchange *exchange) {
  *exchange = (mpi_solve_exchange){
      .common = {.swap = swap, .sum = sum, .fetch = fetch, .fetch_done = fetch_done, .serve_fetches = serve_fetches}};
  MPI_Comm_rank(MPI_COMM_WORLD, &exchange->common.process);
  MPI_Comm_size(MPI_COMM_WORLD, &exchange->common.process_count);
  size_t size = (size_t)exchange->common.process_count * sizeof(int);
  exchange->send_counts = malloc(size);
  exchange->send_offsets = malloc(size);
  exchange->receive_counts = malloc(size);
  exchange->receive_offsets = malloc(size);
  return exchange->send_counts != NULL && exchange->send_offsets != NULL && exchange->receive_counts != NULL &&
         exchange->receive_offsets != NULL;
}

void mpi_solve_exchange_close(mpi_solve_exchange *exchange) {
  free(exchange->send_counts);
  free(exchange->send_offsets);
  free(exchange->receive_counts);
  free(exchange->receive_offsets);
  solve_updates_close(&exchange->packed);
}
