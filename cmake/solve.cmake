# Tables of solved positions are made by the program; a library reads them (tablebase.cmake).
file(GLOB ASCONA_SOLVE_SOURCES CONFIGURE_DEPENDS src/solve/delta/*.c)
list(REMOVE_ITEM ASCONA_SOLVE_SOURCES ${ASCONA_TABLEBASE_SOURCES})
add_library(ascona_solve STATIC ${ASCONA_SOLVE_SOURCES})
target_link_libraries(ascona_solve PRIVATE ascona_tablebase_static ascona_flags PkgConfig::ZSTD PkgConfig::XXHASH Threads::Threads)
target_link_libraries(ascona_cli PUBLIC ascona_solve)

# The same solve by several processes: ascona-mpi, where there is MPI.
option(ASCONA_MPI "Build ascona-mpi, which solves on several machines, where MPI is found" ON)
if(ASCONA_MPI)
  find_package(MPI QUIET COMPONENTS C)
endif()
if(MPI_C_FOUND)
  add_executable(ascona-mpi tools/mpi-solve/main.c tools/mpi-solve/exchange_mpi.c)
  target_link_libraries(ascona-mpi PRIVATE ascona_solve ascona_tablebase_static ascona_flags PkgConfig::ZSTD PkgConfig::XXHASH
                                           Threads::Threads MPI::MPI_C)
endif()

# The same solve on a graphics card.
option(ASCONA_CUDA "Build the solver for a graphics card: needs NVIDIA's compiler" OFF)
if(ASCONA_CUDA)
  include(cmake/cuda.cmake)
endif()

include(cmake/check.cmake)

# What makes src/games/delta/book.bin from the tables: ./dev book DIR.
add_executable(make-book EXCLUDE_FROM_ALL tools/make-book/main.c)
target_link_libraries(make-book PRIVATE ascona_solve ascona_tablebase_static ascona_flags PkgConfig::ZSTD PkgConfig::XXHASH
                                        Threads::Threads)

# What makes docs/results.md and its pictures from the tables: ./dev results DIR. A test makes one too.
file(GLOB ASCONA_RESULTS_SOURCES CONFIGURE_DEPENDS tools/make-results/*.c)
add_executable(make-results EXCLUDE_FROM_ALL ${ASCONA_RESULTS_SOURCES})
target_link_libraries(make-results PRIVATE ascona_layers ascona_solve ascona_flags)
if(ASCONA_TESTS)
  set_target_properties(make-results PROPERTIES EXCLUDE_FROM_ALL OFF)
endif()
