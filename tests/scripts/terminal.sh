#!/usr/bin/env bash
# Tests the program in a real terminal (tmux) by what is on the screen. Every game fits 80x24, 100x30 and 60x20 with its
# prompt. Other tests are four languages, the menu, the pager, Ctrl-C and clocks. Skipped without tmux.
# usage: terminal.sh SOURCE BUILD
set -uo pipefail
command -v tmux >/dev/null || exit 77
build=$2
work=$(mktemp -d)
# shellcheck disable=SC1091
source "$1/tests/scripts/terminal/tmux.sh"

# open NAME SIZE LOCALE ARGUMENT…: runs ascona in a terminal of that size. The leak checker is off, because it never
# ends if the terminal hangs up; other tests look for leaks.
open() {
  local name=$1 size=$2 locale=$3
  shift 3
  terminal new-session -d -s "$name" -x "${size%x*}" -y "${size#*x}" \
    "$(printf '%q ' env -i PATH="$build:$PATH" TERM=screen-256color HOME="$work" XDG_STATE_HOME="$work/state-$name" \
      ASAN_OPTIONS=detect_leaks=0 LC_ALL="$locale" PAGER="${PAGER-}" "$build/ascona" "$@"); sleep 600"
}
# at_once NAME WORDS…: checks that all of them are on the screen at the same time.
at_once() {
  local name=$1 words page
  page=$(screen "$name")
  shift
  for words in "$@"; do
    grep -qF -- "$words" <<<"$page" || { complain "$name: '$words' is missing:"; echo "$page"; }
  done
}

# The whole board, the state of the game and the prompt are on the screen. Columns: game, prompt, first row of the
# board, last row, state.
games=(
  'delta|White>| 5  | 1  |0 points'
  'neo-delta|White>| 6  | 1  |0 points'
  'kulami:board=irregular|Red>|10  | 1  |0 points'
  'delfino:players=4|Red>| 5  | 1  |0 of 5 points'
  'circle-delta|White>|a ─|g ─|10 men'
)
for size in 80x24 100x30 60x20; do
  for i in "${!games[@]}"; do
    open "g$i-$size" "$size" C.UTF-8 play "${games[i]%%|*}" --seed 1
  done
  for i in "${!games[@]}"; do
    IFS='|' read -r game prompt first last standing <<<"${games[i]}"
    shows "g$i-$size" "$prompt" && at_once "g$i-$size" "$first" "$last" "$standing" "Computer, level 5"
    [[ $(screen "g$i-$size" | grep -v '^$' | tail -1) == "$prompt"* ]] || complain "$game at $size: the prompt is not last"
    close "g$i-$size"
  done
done

# Four languages: texts of the game, of the program and of the engine.
languages=(
  'en_US.UTF-8|White>|White opens: put a pawn|points|not on the board|Best is c3'
  'de_DE.UTF-8|Weiß>|Weiß eröffnet: Setze einen Stein|Punkte|nicht auf dem Brett|Am besten ist c3'
  'fr_FR.UTF-8|Blanc>|Blanc ouvre|0 point|hors du plateau|Le mieux est c3'
  'ru_RU.UTF-8|Белые>|Белые начинают|очков|на доске нет|Лучше всего c3'
)
for row in "${languages[@]}"; do
  IFS='|' read -r locale prompt opens points refused best <<<"$row"
  open "l-${locale%%.*}" 80x24 "$locale" play delta --seed 1
done
for row in "${languages[@]}"; do
  IFS='|' read -r locale prompt opens points refused best <<<"$row"
  shows "l-${locale%%.*}" "$prompt" && at_once "l-${locale%%.*}" "$opens" "$points"
  press "l-${locale%%.*}" z9 Enter
done
for row in "${languages[@]}"; do
  IFS='|' read -r locale prompt opens points refused best <<<"$row"
  shows "l-${locale%%.*}" "$refused"
  press "l-${locale%%.*}" hint Enter
done
for row in "${languages[@]}"; do
  IFS='|' read -r locale prompt opens points refused best <<<"$row"
  shows "l-${locale%%.*}" "$best"
  close "l-${locale%%.*}"
done

# The menu starts commands, and suggests the right word for a misspelt one.
open menu 80x24 ru_RU.UTF-8
shows menu 'Номер или слово>' && at_once menu play learn problems page
press menu lern Enter
shows menu 'learn?'
press menu 2 Enter
shows menu 'Какой игре хотите научиться?'
press menu 3 Enter
shows menu '1 из'
close menu

# play asks for the game, the level and the colour.
open ask 80x24 C.UTF-8 play
shows ask 'Number or name>'
press ask Delta Enter
shows ask 'Level, or p'
press ask 0 Enter
shows ask 'Which colour do you play?'
press ask 2 Enter
shows ask 'Black>' && at_once ask 'White (Computer, level 0) plays'
# Ctrl-C discards the typed text, and the game continues.
press ask 'resign' C-c
shows ask '^C'
press ask 'shwo' Enter
shows ask 'Did you mean show?'
press ask 'set clock 10+5' Enter
shows ask 'clock = 10+5, kept in'
grep -qx 'clock = 10+5' "$work/.config/ascona/config" || complain "the setting is not in the file"
press ask C-d
shows ask 'goes on with it.'
close ask
rm "$work/.config/ascona/config"

# The engine searches while the player thinks, and the prompt shows its evaluation. Typed text stays in its place.
open live 80x24 C.UTF-8 play kulami --seed 1
shows live 'Red>'
press live 'eval on' Enter
shows live 'From now on the prompt shows'
shows live 'Red [≈'
press live why
shows live ']> why'
depth() { screen live | sed -n 's/^Red \[.*depth \([0-9]*\)\]> why$/\1/p'; }
before=$(depth) tries=0
until [ "$(depth)" -gt "$before" ] || [ $((tries += 1)) -gt 600 ]; do sleep 0.1; done
[ "$(depth)" -gt "$before" ] || complain "the evaluation does not go deeper: $(screen live)"
[ "$(screen live | grep -c '^Red \[')" = 1 ] || complain "the prompt stands there twice: $(screen live)"
press live C-c
press live 'eval off' Enter
shows live 'The evaluation is off.'
press live moves Enter
shows live 'Red> moves'
close live

# A clock runs while the player thinks, and a player who runs out of time loses.
open late 80x24 C.UTF-8 play delta --clock 0.03
shows late 'White 0:0'
shows late 'White has run out of time.'
shows late 'Black (Computer, level 5) wins'
close late

# Long texts are shown by the pager, formatted for the screen.
PAGER='sed s/^/PAGED:/' open rules 60x20 de_DE.UTF-8 rules kulami
shows rules 'PAGED:'
terminal capture-pane -t rules -p -S - | grep -qF 'PAGED:    8   ∙ A ∙ A ∙ B ∙ C' || complain "rules: there is no diagram"
screen rules | grep -qE '^PAGED:.*(\*\*|^#)' && complain "rules: Markdown is left on the screen"
close rules
PAGER='sed s/^/PAGED:/' open help 80x24 C.UTF-8 help play
shows help 'PAGED:examples:'
close help

# A puzzle shows its task, the whole board and the prompt, in four languages.
problems=('en_US|Problem 1 of|White>' 'de_DE|Aufgabe 1 von|Weiß>' 'fr_FR|Problème 1 sur|Blanc>' 'ru_RU|Задача 1 из|Белые>')
for row in "${problems[@]}"; do open "p-${row%%|*}" 80x24 "${row%%|*}.UTF-8" problems delta 1; done
for row in "${problems[@]}"; do
  IFS='|' read -r locale task prompt <<<"$row"
  shows "p-$locale" "$prompt" && at_once "p-$locale" "$task" ' 5  ' ' 1  '
  close "p-$locale"
done

# A lesson, and a record replayed step by step.
open learn 80x24 fr_FR.UTF-8 learn delta
shows learn 'Voici comment on gagne : b3-d5 c3-a3 d5-b5'
shows learn 'Entrée pour continuer>' && at_once learn ' 5  ' ' 1  ' '1 sur 13'
press learn Enter
shows learn 'Blanc a un relais'
press learn Enter
shows learn '2 sur 13' && at_once learn ' 5  ' ' 1  ' 'Vous>'
press learn c3 Enter
shows learn 'Entrée pour continuer>'
close learn
open replay 60x20 de_DE.UTF-8 replay --board "$1/tests/data/records/postal-1996.txt"
shows replay 'Halbzug 0 von 12>'
press replay Enter
shows replay 'Halbzug 1 von 12>' && at_once replay ' 5  ' ' 1  '
press replay b Enter
shows replay 'Halbzug 0 von 12>'
press replay review Enter
shows replay 'Jetzt ist jeder Zug'
press replay 7 Enter
shows replay 'Beurteilung: ungenau, verliert 2 Punkte' && at_once replay ' 5  ' ' 1  ' 'besser' 'Widerlegung' 'Halbzug 7 von 12>'
close replay
exit $failed
