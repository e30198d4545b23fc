#include "exchange_mpi.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_ASK = 1, TAG_ANSWER = 2 };

static int64_t sum(retro_exchange *common, int64_t number) {
  int64_t all = 0;
  (void)common;
  MPI_Allreduce(&number, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static bool room_make(retro_parcels *parcels, size_t count) {
  if (count <= parcels->room) return true;
  retro_parcel *items = realloc(parcels->items, count * sizeof *items);
  if (items == NULL) return false;
  parcels->items = items;
  parcels->room = count;
  return true;
}

/* MPI counts in int; batches are small enough for that, and what is not is refused. */
static bool counts_make(exchange_mpi *exchange, const retro_parcels *out) {
  size_t all = 0;
  for (int p = 0; p < exchange->common.count; p++) {
    exchange->send_counts[p] = (int)out[p].count;
    exchange->send_at[p] = (int)all;
    all += out[p].count;
  }
  return all <= INT_MAX && room_make(&exchange->packed, all + 1);
}

static bool receive_make(exchange_mpi *exchange, retro_parcels *in) {
  size_t all = 0;
  for (int p = 0; p < exchange->common.count; p++) {
    exchange->receive_at[p] = (int)all;
    all += (size_t)exchange->receive_counts[p];
  }
  in->count = all;
  return all <= INT_MAX && room_make(in, all + 1);
}

static bool swap(retro_exchange *common, retro_parcels *out, retro_parcels *in) {
  exchange_mpi *exchange = (exchange_mpi *)common;
  bool ready = counts_make(exchange, out);
  if (sum(common, !ready) > 0) return false;
  MPI_Alltoall(exchange->send_counts, 1, MPI_INT, exchange->receive_counts, 1, MPI_INT, MPI_COMM_WORLD);
  ready = receive_make(exchange, in);
  if (sum(common, !ready) > 0) return false;
  for (int p = 0; p < common->count; p++) {
    size_t size = out[p].count * sizeof(retro_parcel);
    if (size > 0) memcpy(exchange->packed.items + exchange->send_at[p], out[p].items, size);
    out[p].count = 0;
  }
  MPI_Alltoallv(exchange->packed.items, exchange->send_counts, exchange->send_at, MPI_UINT64_T, in->items,
                exchange->receive_counts, exchange->receive_at, MPI_UINT64_T, MPI_COMM_WORLD);
  return true;
}

typedef struct fetch_question {
  uint64_t at, size; /* of nothing: no more will be asked */
} fetch_question;

static void ask(int from, uint64_t at, uint64_t size) {
  fetch_question question = {at, size};
  MPI_Send(&question, 2, MPI_UINT64_T, from, TAG_ASK, MPI_COMM_WORLD);
}

static void fetch(retro_exchange *common, int from, uint64_t at, size_t size, void *bytes) {
  (void)common;
  ask(from, at, size);
  MPI_Recv(bytes, (int)size, MPI_BYTE, from, TAG_ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void done(retro_exchange *common) {
  for (int p = 1; p < common->count; p++) ask(p, 0, 0);
}

static void answer(retro_exchange *common, const void *bytes) {
  (void)common;
  for (;;) {
    fetch_question question;
    MPI_Recv(&question, 2, MPI_UINT64_T, 0, TAG_ASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (question.size == 0) return;
    MPI_Send((const char *)bytes + question.at, (int)question.size, MPI_BYTE, 0, TAG_ANSWER, MPI_COMM_WORLD);
  }
}

bool exchange_mpi_open(exchange_mpi *exchange) {
  *exchange = (exchange_mpi){.common = {.swap = swap, .sum = sum, .fetch = fetch, .done = done, .answer = answer}};
  MPI_Comm_rank(MPI_COMM_WORLD, &exchange->common.self);
  MPI_Comm_size(MPI_COMM_WORLD, &exchange->common.count);
  size_t size = (size_t)exchange->common.count * sizeof(int);
  exchange->send_counts = malloc(size);
  exchange->send_at = malloc(size);
  exchange->receive_counts = malloc(size);
  exchange->receive_at = malloc(size);
  return exchange->send_counts != NULL && exchange->send_at != NULL && exchange->receive_counts != NULL &&
         exchange->receive_at != NULL;
}

void exchange_mpi_close(exchange_mpi *exchange) {
  free(exchange->send_counts);
  free(exchange->send_at);
  free(exchange->receive_counts);
  free(exchange->receive_at);
  retro_parcels_close(&exchange->packed);
}
