# The WebAssembly modules of the web app. CMakeLists.txt includes this file if the system is WASI (wasm32.cmake).
#   first-GAME  the first board of one game: its rules, running games and drawing
#   board       the same for every game, and records, lessons, puzzles, variations and the position editor; the web app
#               changes to it when it needs one of these
#   engine      the rules, the search and everything that needs it; it runs in a worker
# No module contains texts: the web app loads those of its language. The engine has no baseline players.
file(GLOB ASCONA_DRAW_SOURCES CONFIGURE_DEPENDS src/draw/*.c src/draw/svg/*.c)
set(wasm src/wasm)
list(FILTER ASCONA_SOURCES EXCLUDE REGEX "/src/base/(file|lock)\\.c$")
set(ASCONA_RULES_SOURCES ${ASCONA_SOURCES})
list(FILTER ASCONA_RULES_SOURCES EXCLUDE REGEX /src/engine/)
list(FILTER ASCONA_SOURCES EXCLUDE REGEX "/src/engine/players/(uct|greedy)\\.c$")
# games.c has the list of games. Each module compiles it with its own list, and the linker drops all other games.
set(game_list src/games/games.c)
list(FILTER ASCONA_RULES_SOURCES EXCLUDE REGEX "/${game_list}$")
# Only the board module can set up positions. In the other modules a game has no editor.
set(editors ${ASCONA_GAME_SOURCES})
list(FILTER editors INCLUDE REGEX "/edit\\.c$")
list(FILTER ASCONA_GAME_SOURCES EXCLUDE REGEX "/edit\\.c$")
add_library(play_objects OBJECT ${ASCONA_RULES_SOURCES} ${ASCONA_GAME_SOURCES} ${ASCONA_DRAW_SOURCES} ${wasm}/game.c
                                ${wasm}/game_record.c ${wasm}/reply.c ${wasm}/heap.c ${wasm}/print.c ${wasm}/maths.c)
set(firsts "")
foreach(name ${ASCONA_GAME_NAMES})
  string(REPLACE _ - first first-${name})
  set(only ${generated}/only/${name})
  file(CONFIGURE OUTPUT ${only}/games.list.h CONTENT "ASC_GAME(${name})\n" @ONLY)
  add_executable(${first} $<TARGET_OBJECTS:play_objects> ${game_list})
  target_include_directories(${first} BEFORE PRIVATE ${only})
  list(APPEND firsts ${first})
endforeach()
add_executable(board $<TARGET_OBJECTS:play_objects> ${game_list} ${wasm}/game_list.c ${wasm}/records.c ${wasm}/lessons.c
                     ${wasm}/puzzles.c ${wasm}/study.c ${wasm}/edit.c ${editors} src/study/lesson.c src/study/rows.c
                     src/study/puzzle.c src/study/variations.c ${wasm}/played_games.c src/study/played_games.c src/study/symmetry.c)
add_executable(engine ${ASCONA_SOURCES} ${ASCONA_GAME_SOURCES} ${wasm}/engine.c ${wasm}/checks.c ${wasm}/imports.c
                      ${wasm}/reply.c src/study/score.c src/study/search_task.c
                      src/study/rows.c src/study/puzzle.c src/study/puzzle_solver.c src/study/roll.c
                      src/study/review.c src/study/review_ply_text.c src/study/review_grade.c src/study/review_json.c
                      src/study/review_combine.c src/study/analysis.c
                      src/study/analysis_json.c src/study/analysis_proof.c src/study/explorer.c src/study/symmetry.c
                      src/study/threat.c)
foreach(part play_objects ${firsts} board)
  target_compile_definitions(${part} PRIVATE ASC_WITHOUT_KNOWLEDGE ASC_WITHOUT_TEXTS ASC_EDITORS_OPTIONAL)
  target_compile_options(${part} PRIVATE -Oz -mbulk-memory -msign-ext -ffunction-sections -fdata-sections)
  target_link_libraries(${part} PRIVATE ascona_flags)
endforeach()
target_compile_definitions(engine PRIVATE ASC_WITHOUT_BASELINES ASC_EDITORS_OPTIONAL)
target_compile_options(engine PRIVATE -O3 -mbulk-memory -msign-ext -ffunction-sections -fdata-sections)
target_link_libraries(engine PRIVATE ascona_flags)
find_program(WASM_OPT wasm-opt REQUIRED)
foreach(module ${firsts} board engine)
  set(level -Oz)
  if(module STREQUAL engine)
    set(level -O4)
  else()
    # If the linker is called with -O3, clang itself runs wasm-opt, which inlines for speed. -O0 prevents that.
    target_link_options(${module} PRIVATE -O0)
  endif()
  set_target_properties(${module} PROPERTIES SUFFIX .wasm)
  # The stack comes first in memory, so that an overflow traps instead of overwriting data.
  target_link_options(${module} PRIVATE -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576
                                        -Wl,--gc-sections -Wl,--strip-debug -Wl,--max-memory=1073741824)
  add_custom_command(TARGET ${module} POST_BUILD VERBATIM
                     COMMAND ${WASM_OPT} ${level} --enable-bulk-memory --enable-sign-ext $<TARGET_FILE:${module}>
                             -o $<TARGET_FILE:${module}>)
endforeach()
