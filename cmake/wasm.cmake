# The modules of the page. `first` has what the first board needs: the rules, running games, drawing. `board` has that, and
# reads records and what there is to learn from; the page goes over to it when somebody wants one of these. `engine` has
# the rules, the search and what needs it, and runs in a worker. None has texts: the page brings those of the language that
# is read. Nobody plays against a yardstick there.
file(GLOB ASCONA_DRAW_SOURCES CONFIGURE_DEPENDS src/draw/*.c src/draw/svg/*.c)
set(wasm src/wasm)
list(FILTER ASCONA_SOURCES EXCLUDE REGEX /src/play/file\\.c$)
set(ASCONA_RULES_SOURCES ${ASCONA_SOURCES})
list(FILTER ASCONA_RULES_SOURCES EXCLUDE REGEX /src/engine/)
list(FILTER ASCONA_SOURCES EXCLUDE REGEX "/src/engine/players/(uct|greedy)\\.c$")
# Setting up positions is for the board module alone; elsewhere a game's table has no editor.
set(editors ${ASCONA_GAME_SOURCES})
list(FILTER editors INCLUDE REGEX "/edit\\.c$")
list(FILTER ASCONA_GAME_SOURCES EXCLUDE REGEX "/edit\\.c$")
add_library(play_objects OBJECT ${ASCONA_RULES_SOURCES} ${ASCONA_GAME_SOURCES} ${ASCONA_DRAW_SOURCES} ${wasm}/table.c
                                ${wasm}/keep.c ${wasm}/facts.c ${wasm}/problems.c src/study/rows.c src/study/problem.c ${wasm}/reply.c ${wasm}/memory.c ${wasm}/heap.c
                                ${wasm}/print.c ${wasm}/maths.c)
add_executable(first $<TARGET_OBJECTS:play_objects>)
add_executable(board $<TARGET_OBJECTS:play_objects> ${wasm}/records.c ${wasm}/learning.c ${wasm}/study.c
                     src/study/lesson.c src/study/variations.c ${wasm}/edit.c ${editors})
add_executable(engine ${ASCONA_SOURCES} ${ASCONA_GAME_SOURCES} ${wasm}/engine.c ${wasm}/checks.c ${wasm}/host.c
                      ${wasm}/memory.c ${wasm}/reply.c src/study/score.c src/study/task.c
                      src/study/rows.c src/study/problem.c src/study/problem_truth.c src/study/roll.c
                      src/study/review.c src/study/review_grade.c src/study/review_json.c src/study/analysis.c
                      src/study/analysis_json.c src/study/analysis_proof.c)
foreach(part play_objects first board)
  target_compile_definitions(${part} PRIVATE ASC_WITHOUT_KNOWLEDGE ASC_EDITORS_MAY_MISS)
  target_compile_options(${part} PRIVATE -Oz -mbulk-memory -msign-ext -ffunction-sections -fdata-sections)
  target_link_libraries(${part} PRIVATE ascona_flags)
endforeach()
target_compile_definitions(engine PRIVATE ASC_WITHOUT_YARDSTICKS ASC_EDITORS_MAY_MISS)
target_compile_options(engine PRIVATE -O3 -mbulk-memory -msign-ext -ffunction-sections -fdata-sections)
target_link_libraries(engine PRIVATE ascona_flags)
# Where a linker is told to optimise, clang has wasm-opt inline for speed first.
target_link_options(first PRIVATE -O0)
target_link_options(board PRIVATE -O0)
find_program(WASM_OPT wasm-opt REQUIRED)
set(first_level -Oz)
set(board_level -Oz)
set(engine_level -O4)
foreach(module first board engine)
  set_target_properties(${module} PROPERTIES SUFFIX .wasm)
  # The stack lies first, so that one that overflows traps instead of overwriting data.
  target_link_options(${module} PRIVATE -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576
                                        -Wl,--gc-sections -Wl,--strip-debug -Wl,--max-memory=1073741824)
  add_custom_command(TARGET ${module} POST_BUILD VERBATIM
                     COMMAND ${WASM_OPT} ${${module}_level} --enable-bulk-memory --enable-sign-ext $<TARGET_FILE:${module}>
                             -o $<TARGET_FILE:${module}>)
endforeach()
