# The library for games between players (src/online): rooms made of events. Events are stored and sent as JSON.
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
set(code "${heading}#include \"online/messages.h\"\n\n")
ascona_embed_catalogues(${CMAKE_SOURCE_DIR}/src/online online_catalogues code)
file(CONFIGURE OUTPUT ${generated}/online_texts.c CONTENT "${code}" @ONLY)
file(GLOB ASCONA_ONLINE_SOURCES CONFIGURE_DEPENDS src/online/*.c)
add_library(ascona_online STATIC ${ASCONA_ONLINE_SOURCES} ${generated}/online_texts.c)
target_link_libraries(ascona_online PRIVATE ascona_flags PUBLIC ascona_static PkgConfig::JANSSON)
