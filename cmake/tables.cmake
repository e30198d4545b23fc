# What reads tables of solved positions is part of the library; what makes them is not (solve.cmake).
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
foreach(part board sets plan position obvious table table_read team probe)
  list(APPEND ASCONA_TABLES_SOURCES ${CMAKE_SOURCE_DIR}/src/solve/delta/${part}.c)
endforeach()
