# Tables of solved positions: made, read and checked by the program. The library does without.
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
file(GLOB ASCONA_SOLVE_SOURCES CONFIGURE_DEPENDS src/solve/*.c)
add_library(ascona_solve STATIC ${ASCONA_SOLVE_SOURCES})
target_link_libraries(ascona_solve PRIVATE ascona_static ascona_flags PkgConfig::ZSTD PkgConfig::XXHASH Threads::Threads)
target_link_libraries(ascona PRIVATE ascona_solve)
