# The server of the web app (src/server), and the program `ascona-server` (src/cli/server), which `ascona serve` and
# `ascona host` become. Only that program loads the libraries of the network and the databases.
pkg_check_modules(LIBWEBSOCKETS REQUIRED IMPORTED_TARGET libwebsockets)
pkg_check_modules(LIBUV REQUIRED IMPORTED_TARGET libuv)
pkg_check_modules(OPENSSL REQUIRED IMPORTED_TARGET openssl)
file(GLOB ASCONA_SERVER_SOURCES CONFIGURE_DEPENDS src/server/*.c)
add_library(ascona_server STATIC ${ASCONA_SERVER_SOURCES})
target_link_libraries(ascona_server PRIVATE ascona_solve ascona_flags
                      PUBLIC ascona_live PkgConfig::LIBWEBSOCKETS PkgConfig::LIBUV PkgConfig::OPENSSL)

file(GLOB ASCONA_SERVER_CLI_SOURCES CONFIGURE_DEPENDS src/cli/server/*.c)
add_executable(ascona-server ${ASCONA_SERVER_CLI_SOURCES})
target_link_libraries(ascona-server PRIVATE ascona_cli ascona_server ascona_flags)
add_dependencies(ascona ascona-server) # `ninja ascona` builds a program that can serve

# The folder where the web app is installed: relative to the program, so that both can be moved, and as a full path.
file(RELATIVE_PATH share /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_DATADIR})
set_property(SOURCE src/cli/server/serve.c APPEND PROPERTY COMPILE_DEFINITIONS
             ASC_SHARE_FROM_PROGRAM="${share}" ASC_SHARE="${CMAKE_INSTALL_FULL_DATADIR}")
