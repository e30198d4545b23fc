# What reads tables of solved positions is a library of its own; what makes them is none (solve.cmake).
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
foreach(part board sets plan position obvious table table_read probe)
  list(APPEND ASCONA_TABLEBASE_SOURCES ${CMAKE_SOURCE_DIR}/src/solve/delta/${part}.c)
endforeach()
# A thread or more to read with; the library keeps its own to itself.
list(APPEND ASCONA_TABLEBASE_SOURCES ${CMAKE_SOURCE_DIR}/src/engine/common/team.c)
