# The two modules of the page. `board` has the rules, running games, records, drawing and what there is to learn from: the
# page plays with it, and it is small. `engine` has the rules, the search and what needs it, and runs in a worker. Neither
# has texts: the page brings those of the language that is read. Nobody plays against a yardstick there.
file(GLOB ASCONA_DRAW_SOURCES CONFIGURE_DEPENDS src/draw/*.c src/draw/svg/*.c)
set(wasm src/wasm)
list(FILTER ASCONA_SOURCES EXCLUDE REGEX /src/play/file\\.c$)
set(ASCONA_RULES_SOURCES ${ASCONA_SOURCES})
list(FILTER ASCONA_RULES_SOURCES EXCLUDE REGEX /src/engine/)
list(FILTER ASCONA_SOURCES EXCLUDE REGEX "/src/engine/players/(uct|greedy)\\.c$")
add_executable(board ${ASCONA_RULES_SOURCES} ${ASCONA_GAME_SOURCES} ${ASCONA_DRAW_SOURCES} ${wasm}/table.c
                     ${wasm}/records.c ${wasm}/facts.c ${wasm}/learning.c ${wasm}/reply.c
                     ${wasm}/memory.c ${wasm}/heap.c ${wasm}/print.c ${wasm}/maths.c src/study/rows.c src/study/problem.c src/study/lesson.c)
add_executable(engine ${ASCONA_SOURCES} ${ASCONA_GAME_SOURCES} ${wasm}/engine.c ${wasm}/checks.c ${wasm}/host.c
                      ${wasm}/memory.c ${wasm}/reply.c src/study/score.c src/study/task.c
                      src/study/rows.c src/study/problem.c src/study/problem_truth.c src/study/roll.c
                      src/study/review.c src/study/review_grade.c src/study/review_json.c)
target_compile_definitions(board PRIVATE ASC_WITHOUT_KNOWLEDGE)
target_compile_definitions(engine PRIVATE ASC_WITHOUT_YARDSTICKS)
target_compile_options(board PRIVATE -Oz -mbulk-memory -msign-ext)
target_compile_options(engine PRIVATE -O3 -mbulk-memory -msign-ext)
find_program(WASM_OPT wasm-opt REQUIRED)
set(board_level -Oz)
set(engine_level -O4)
# Where a linker is told to optimise, clang has wasm-opt inline for speed first.
target_link_options(board PRIVATE -O0)
foreach(module board engine)
  set_target_properties(${module} PROPERTIES SUFFIX .wasm)
  target_link_libraries(${module} PRIVATE ascona_flags)
  target_compile_options(${module} PRIVATE -ffunction-sections -fdata-sections)
  # The stack lies first, so that one that overflows traps instead of overwriting data.
  target_link_options(${module} PRIVATE -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576
                                        -Wl,--gc-sections -Wl,--strip-debug -Wl,--max-memory=1073741824)
  add_custom_command(TARGET ${module} POST_BUILD VERBATIM
                     COMMAND ${WASM_OPT} ${${module}_level} --enable-bulk-memory --enable-sign-ext $<TARGET_FILE:${module}>
                             -o $<TARGET_FILE:${module}>)
endforeach()
