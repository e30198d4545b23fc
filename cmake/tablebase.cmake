# The sources of the library ascona-tablebase, which reads tablebases. The solver that makes them is in solve.cmake.
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
foreach(part board sets plan position obvious table table_read probe)
  list(APPEND ASCONA_TABLEBASE_SOURCES ${CMAKE_SOURCE_DIR}/src/solve/delta/${part}.c)
endforeach()
# Reading uses several threads. The library ascona does not export its functions for that, so this one has a copy.
list(APPEND ASCONA_TABLEBASE_SOURCES ${CMAKE_SOURCE_DIR}/src/engine/common/parallel.c)
