# The solver (src/solve), which makes tablebases. It is part of the program; tablebase.cmake has the library that reads
# tablebases.
file(GLOB ASCONA_SOLVE_SOURCES CONFIGURE_DEPENDS src/solve/delta/*.c)
list(REMOVE_ITEM ASCONA_SOLVE_SOURCES ${ASCONA_TABLEBASE_SOURCES})
add_library(ascona_solve STATIC ${ASCONA_SOLVE_SOURCES})
target_link_libraries(ascona_solve PRIVATE ascona_tablebase_static ascona_flags PkgConfig::ZSTD PkgConfig::XXHASH Threads::Threads)
target_link_libraries(ascona_cli PUBLIC ascona_solve)

# ascona-mpi: the same solver in several processes. It is built if MPI is found.
option(ASCONA_MPI "Build ascona-mpi, which solves on several machines, where MPI is found" ON)
if(ASCONA_MPI)
  find_package(MPI QUIET COMPONENTS C)
endif()
if(MPI_C_FOUND)
  add_executable(ascona-mpi tools/mpi-solve/main.c tools/mpi-solve/exchange_mpi.c)
  target_link_libraries(ascona-mpi PRIVATE ascona_solve ascona_tablebase_static ascona_flags PkgConfig::ZSTD PkgConfig::XXHASH
                                           Threads::Threads MPI::MPI_C)
endif()

# The same solver on a graphics card.
option(ASCONA_CUDA "Build the solver for a graphics card: needs NVIDIA's compiler" OFF)
if(ASCONA_CUDA)
  include(cmake/cuda.cmake)
endif()

include(cmake/check.cmake)

# make-book makes src/games/delta/book.bin from the tablebase: ./dev book DIR.
add_executable(make-book EXCLUDE_FROM_ALL tools/make-book/main.c)
target_link_libraries(make-book PRIVATE ascona_solve ascona_tablebase_static ascona_flags PkgConfig::ZSTD PkgConfig::XXHASH
                                        Threads::Threads)

# ascona-survey answers what tools/results asks about a tablebase, to make docs/results.md: ./dev results DIR.
# tests/scripts/results.sh runs both.
file(GLOB ASCONA_SURVEY_SOURCES CONFIGURE_DEPENDS tools/survey/*.c)
add_executable(ascona-survey EXCLUDE_FROM_ALL ${ASCONA_SURVEY_SOURCES})
target_link_libraries(ascona-survey PRIVATE ascona_static ascona_solve ascona_flags)
if(ASCONA_TESTS)
  set_target_properties(ascona-survey PROPERTIES EXCLUDE_FROM_ALL OFF)
endif()
