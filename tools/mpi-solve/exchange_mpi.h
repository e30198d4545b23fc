/* Implements the interface of src/solve/delta/exchange.h with MPI, for the processes of MPI_COMM_WORLD. */
#ifndef ASCONA_MPI_EXCHANGE_MPI_H
#define ASCONA_MPI_EXCHANGE_MPI_H

#include "solve/delta/exchange.h"

/* MPI_Init must come before opening the exchange, and MPI_Finalize after closing it. */
typedef struct mpi_solve_exchange {
  solve_exchange common;
  int *send_counts, *send_offsets, *receive_counts, *receive_offsets;
  solve_updates packed; /* all outgoing updates, in the order of the processes */
} mpi_solve_exchange;

/* Allocates. Returns false if memory runs out. Call mpi_solve_exchange_close in both cases. */
bool mpi_solve_exchange_open(mpi_solve_exchange *exchange);
void mpi_solve_exchange_close(mpi_solve_exchange *exchange);

#endif
