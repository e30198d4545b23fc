# ascona-check checks a tablebase for people who do not trust the solver. It gets the warnings and sanitizers of
# ascona_flags, but not the include folders, so that it cannot include anything from src/ or include/.
file(GLOB ASCONA_CHECK_SOURCES CONFIGURE_DEPENDS tools/check-tables/*.c)
add_executable(ascona-check ${ASCONA_CHECK_SOURCES})
set(ascona_check_programs ascona-check)
if(ASCONA_TESTS)
  # Makes tables with wrong values and correct checksums, for tests/scripts/check_tables.sh.
  add_executable(forge_table tests/scripts/forge_table.c)
  set_target_properties(forge_table PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  list(APPEND ascona_check_programs forge_table)
endif()
foreach(program ${ascona_check_programs})
  target_compile_definitions(${program} PRIVATE $<TARGET_PROPERTY:ascona_flags,INTERFACE_COMPILE_DEFINITIONS>)
  target_compile_options(${program} PRIVATE $<TARGET_PROPERTY:ascona_flags,INTERFACE_COMPILE_OPTIONS>)
  target_link_options(${program} PRIVATE $<TARGET_PROPERTY:ascona_flags,INTERFACE_LINK_OPTIONS>)
  target_link_libraries(${program} PRIVATE PkgConfig::ZSTD PkgConfig::XXHASH Threads::Threads)
endforeach()
install(TARGETS ascona-check)
