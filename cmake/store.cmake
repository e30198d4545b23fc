# What keeps games between people, for the server: the library needs no database.
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
file(GLOB ASCONA_STORE_SOURCES CONFIGURE_DEPENDS src/store/*.c)
add_library(ascona_store STATIC ${ASCONA_STORE_SOURCES})
target_link_libraries(ascona_store PRIVATE ascona_flags PUBLIC ascona_static PkgConfig::SQLITE)
add_executable(bench-store EXCLUDE_FROM_ALL tools/bench-store/main.c)
target_link_libraries(bench-store PRIVATE ascona_store ascona_flags)
