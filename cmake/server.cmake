# The server of the web app (src/server). Only the program has it: the library needs no network.
pkg_check_modules(LIBWEBSOCKETS REQUIRED IMPORTED_TARGET libwebsockets)
pkg_check_modules(LIBUV REQUIRED IMPORTED_TARGET libuv)
pkg_check_modules(OPENSSL REQUIRED IMPORTED_TARGET openssl)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
file(GLOB ASCONA_SERVER_SOURCES CONFIGURE_DEPENDS src/server/*.c src/server/live/*.c)
add_library(ascona_server STATIC ${ASCONA_SERVER_SOURCES})
target_link_libraries(ascona_server PRIVATE ascona_solve ascona_flags PkgConfig::UTF8PROC PUBLIC ascona_online ascona_store PkgConfig::LIBWEBSOCKETS PkgConfig::LIBUV PkgConfig::OPENSSL)
target_link_libraries(ascona_cli PUBLIC ascona_server)

# The folder where the web app is installed: relative to the program, so that both can be moved, and as a full path.
file(RELATIVE_PATH share /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_DATADIR})
set_property(SOURCE src/cli/serve.c APPEND PROPERTY COMPILE_DEFINITIONS
             ASC_SHARE_FROM_PROGRAM="${share}" ASC_SHARE="${CMAKE_INSTALL_FULL_DATADIR}")
