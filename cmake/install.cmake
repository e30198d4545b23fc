# Lists what `cmake --install` installs: headers, libraries, pkg-config and CMake package files. With ASCONA_PROGRAM
# also the program with its man page, completion and web app.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/ascona DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${CMAKE_BINARY_DIR}/generated/ascona/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ascona)
install(TARGETS ascona_static ascona_shared EXPORT ascona)
install(TARGETS ascona_tablebase_static ascona_tablebase_shared EXPORT ascona-tablebase)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ascona)
install(EXPORT ascona NAMESPACE ascona:: FILE ascona-targets.cmake DESTINATION ${package})
install(EXPORT ascona-tablebase NAMESPACE ascona:: FILE ascona-tablebase-targets.cmake DESTINATION ${package})
configure_package_config_file(cmake/ascona-config.cmake.in ${CMAKE_BINARY_DIR}/ascona-config.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ascona-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/ascona-config.cmake ${CMAKE_BINARY_DIR}/ascona-config-version.cmake
        DESTINATION ${package})
file(RELATIVE_PATH ASCONA_PC_INCLUDE /${CMAKE_INSTALL_LIBDIR}/pkgconfig /${CMAKE_INSTALL_INCLUDEDIR})
configure_file(cmake/ascona.pc.in ascona.pc @ONLY)
configure_file(cmake/ascona-tablebase.pc.in ascona-tablebase.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/ascona.pc ${CMAKE_BINARY_DIR}/ascona-tablebase.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(ASCONA_PROGRAM)
  install(TARGETS ascona ascona-server)
  if(NOT CMAKE_CROSSCOMPILING) # the man page is made from the help of the program, which has to run for it
    set(make ${CMAKE_SOURCE_DIR}/cmake/man.sh ${CMAKE_SOURCE_DIR}/docs/ascona.1.in)
    add_custom_command(OUTPUT ascona.1 COMMAND ${make} $<TARGET_FILE:ascona> ascona.1 DEPENDS ascona ${make} VERBATIM)
    add_custom_target(man ALL DEPENDS ascona.1)
    install(FILES ${CMAKE_BINARY_DIR}/ascona.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
  install(FILES completion/ascona.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ascona)
  install(FILES completion/_ascona DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  # The web app is built separately. If it is not installed, `ascona serve` needs --web.
  install(DIRECTORY ${CMAKE_BINARY_DIR}/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ascona/web OPTIONAL
          PATTERN ".*" EXCLUDE)
endif()
