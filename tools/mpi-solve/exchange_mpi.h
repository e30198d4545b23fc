/* What src/solve/exchange.h asks for, by MPI: the processes of MPI_COMM_WORLD. */
#ifndef ASCONA_MPI_EXCHANGE_MPI_H
#define ASCONA_MPI_EXCHANGE_MPI_H

#include "solve/delta/exchange.h"

/* MPI must have been started, and ends after the exchange was closed. */
typedef struct exchange_mpi {
  retro_exchange common;
  int *send_counts, *send_at, *receive_counts, *receive_at;
  retro_parcels packed; /* all that goes out, in the order of the processes */
} exchange_mpi;

bool exchange_mpi_open(exchange_mpi *exchange);
void exchange_mpi_close(exchange_mpi *exchange);

#endif
