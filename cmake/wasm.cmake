# The modules of the page. `first-GAME` has what the first board of a game needs: its rules, running games, drawing. `board`
# has that for every game, and reads records and what there is to learn from; the page goes over to it when somebody wants
# one of these. `engine` has the rules, the search and what needs it, and runs in a worker. None has texts: the page brings
# those of the language that is read. Nobody plays against a yardstick there.
file(GLOB ASCONA_DRAW_SOURCES CONFIGURE_DEPENDS src/draw/*.c src/draw/svg/*.c)
set(wasm src/wasm)
list(FILTER ASCONA_SOURCES EXCLUDE REGEX /src/play/file\\.c$)
set(ASCONA_RULES_SOURCES ${ASCONA_SOURCES})
list(FILTER ASCONA_RULES_SOURCES EXCLUDE REGEX /src/engine/)
list(FILTER ASCONA_SOURCES EXCLUDE REGEX "/src/engine/players/(uct|greedy)\\.c$")
# What knows which games there are; all else of a game that is not in its list, the linker leaves out.
set(game_list src/games/games.c)
list(FILTER ASCONA_RULES_SOURCES EXCLUDE REGEX "/${game_list}$")
# Setting up positions is for the board module alone; elsewhere a game's table has no editor.
set(editors ${ASCONA_GAME_SOURCES})
list(FILTER editors INCLUDE REGEX "/edit\\.c$")
list(FILTER ASCONA_GAME_SOURCES EXCLUDE REGEX "/edit\\.c$")
add_library(play_objects OBJECT ${ASCONA_RULES_SOURCES} ${ASCONA_GAME_SOURCES} ${ASCONA_DRAW_SOURCES} ${wasm}/table.c
                                ${wasm}/keep.c ${wasm}/reply.c ${wasm}/memory.c ${wasm}/heap.c ${wasm}/print.c
                                ${wasm}/maths.c)
set(firsts "")
foreach(name ${ASCONA_GAME_NAMES})
  string(REPLACE _ - first first-${name})
  set(only ${generated}/only/${name})
  file(CONFIGURE OUTPUT ${only}/games.list.h CONTENT "ASC_GAME(${name})\n" @ONLY)
  add_executable(${first} $<TARGET_OBJECTS:play_objects> ${game_list})
  target_include_directories(${first} BEFORE PRIVATE ${only})
  list(APPEND firsts ${first})
endforeach()
add_executable(board $<TARGET_OBJECTS:play_objects> ${game_list} ${wasm}/facts.c ${wasm}/records.c ${wasm}/learning.c
                     ${wasm}/problems.c ${wasm}/study.c ${wasm}/edit.c ${editors} src/study/lesson.c src/study/rows.c
                     src/study/problem.c src/study/variations.c ${wasm}/past.c src/study/past.c src/study/alike.c)
add_executable(engine ${ASCONA_SOURCES} ${ASCONA_GAME_SOURCES} ${wasm}/engine.c ${wasm}/checks.c ${wasm}/host.c
                      ${wasm}/memory.c ${wasm}/reply.c src/study/score.c src/study/task.c
                      src/study/rows.c src/study/problem.c src/study/problem_truth.c src/study/roll.c
                      src/study/review.c src/study/review_found.c src/study/review_grade.c src/study/review_json.c
                      src/study/review_settle.c src/study/analysis.c
                      src/study/analysis_json.c src/study/analysis_proof.c src/study/explore.c src/study/alike.c
                      src/study/threat.c)
foreach(part play_objects ${firsts} board)
  target_compile_definitions(${part} PRIVATE ASC_WITHOUT_KNOWLEDGE ASC_WITHOUT_TEXTS ASC_EDITORS_MAY_MISS)
  target_compile_options(${part} PRIVATE -Oz -mbulk-memory -msign-ext -ffunction-sections -fdata-sections)
  target_link_libraries(${part} PRIVATE ascona_flags)
endforeach()
target_compile_definitions(engine PRIVATE ASC_WITHOUT_YARDSTICKS ASC_EDITORS_MAY_MISS)
target_compile_options(engine PRIVATE -O3 -mbulk-memory -msign-ext -ffunction-sections -fdata-sections)
target_link_libraries(engine PRIVATE ascona_flags)
find_program(WASM_OPT wasm-opt REQUIRED)
foreach(module ${firsts} board engine)
  set(level -Oz)
  if(module STREQUAL engine)
    set(level -O4)
  else()
    # Where a linker is told to optimise, clang has wasm-opt inline for speed first.
    target_link_options(${module} PRIVATE -O0)
  endif()
  set_target_properties(${module} PROPERTIES SUFFIX .wasm)
  # The stack lies first, so that one that overflows traps instead of overwriting data.
  target_link_options(${module} PRIVATE -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576
                                        -Wl,--gc-sections -Wl,--strip-debug -Wl,--max-memory=1073741824)
  add_custom_command(TARGET ${module} POST_BUILD VERBATIM
                     COMMAND ${WASM_OPT} ${level} --enable-bulk-memory --enable-sign-ext $<TARGET_FILE:${module}>
                             -o $<TARGET_FILE:${module}>)
endforeach()
