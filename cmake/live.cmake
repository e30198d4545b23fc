# The game thread of the server (src/live): rooms, persons, clocks and the store's connection. It knows no network.
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
file(GLOB ASCONA_LIVE_SOURCES CONFIGURE_DEPENDS src/live/*.c)
add_library(ascona_live STATIC ${ASCONA_LIVE_SOURCES})
target_link_libraries(ascona_live PRIVATE ascona_flags PkgConfig::UTF8PROC
                      PUBLIC ascona_online ascona_store ascona_static PkgConfig::JANSSON Threads::Threads)
