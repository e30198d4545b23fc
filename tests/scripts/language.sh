#!/usr/bin/env bash
# Checks that language and characters follow the environment, the settings and --language. Output for programs is
# English.
# usage: language.sh SOURCE BUILD
set -uo pipefail
PATH=$2:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }
# says WORDS VARIABLE=VALUE… -- ARGUMENT…: checks that ascona prints the words in an environment of only these
# variables.
says() {
  local words=$1 out settings=()
  shift
  while [ "$1" != -- ]; do settings+=("$1"); shift; done
  shift
  out=$(env -i PATH="$PATH" HOME="$work" "${settings[@]}" ascona "$@" 2>&1 </dev/null)
  grep -qF -- "$words" <<<"$out" || complain "${settings[*]} ascona $*: '$words' is not in: ${out:0:300}"
}
why=(why delta --moves 'c3 d4' c3-c4)
en='c4 is too near.' de='c4 ist zu nah' fr='c4 est trop proche' ru='c4 слишком близко'
says "$en" -- "${why[@]}"
says "$ru" LC_ALL=ru_RU.UTF-8 -- "${why[@]}"
says "$de" LANG=de_AT.utf8 -- "${why[@]}"
says "$fr" LANG=de_DE.UTF-8 LC_MESSAGES=fr_CH.UTF-8 -- "${why[@]}"
says "$de" LANG=de_DE.UTF-8 LC_MESSAGES=fr_CH.UTF-8 LC_ALL=de_CH.UTF-8 -- "${why[@]}"
says "$ru" LANG=de_DE.UTF-8 LANGUAGE=xx:ru_RU:fr -- "${why[@]}"
says "$ru" LC_ALL=C.UTF-8 LANGUAGE=ru -- "${why[@]}"
says "$en" LC_ALL=it_IT.UTF-8 -- "${why[@]}"
says "$fr" LANG=de_DE.UTF-8 -- --language fr "${why[@]}"
says "$fr" LANG=de_DE.UTF-8 -- "${why[@]}" --language=fr
says "not 'xx'" LANG=de_DE.UTF-8 -- --language xx games
# The output is English if the character set cannot show the language.
says "$en" LC_ALL=C LANGUAGE=ru -- "${why[@]}"
says "$en" LC_ALL=C -- --language ru "${why[@]}"
says "$en" LC_ALL=ru_RU.KOI8-R -- "${why[@]}"
says "$en" LC_ALL=de_DE -- "${why[@]}"
says 'White> ' LC_ALL=ru_RU.UTF-8 -- play delta --ascii
# The settings override the environment, and the option overrides the settings.
mkdir -p "$work/.config/ascona"
printf 'nonsense\nlanguage = de\nlevel = 99\n' >"$work/.config/ascona/config"
says "$de" LANG=ru_RU.UTF-8 -- "${why[@]}"
says "$fr" LANG=ru_RU.UTF-8 -- --language fr "${why[@]}"
says 'Computer, Stufe 5' LANG=ru_RU.UTF-8 -- play delta
printf 'level = 3\n' >"$work/.config/ascona/config"
says 'Computer, level 3' LANG=C.UTF-8 -- play delta
rm "$work/.config/ascona/config"

# Texts that users read while they play and study are translated.
russian=(LC_ALL=ru_RU.UTF-8 XDG_STATE_HOME="$work/state")
says 'Кладите шарики' "${russian[@]}" -- games
says 'Компьютер, уровень 5' "${russian[@]}" -- play delta
says 'Ordinateur, niveau 5' LC_ALL=fr_FR.UTF-8 XDG_STATE_HOME="$work/state" -- play delta
says '# Кулами' "${russian[@]}" -- rules kulami
says 'Ваша цель — эстафета' "${russian[@]}" -- learn delta
says 'степень 1' "${russian[@]}" -- problems delta
says 'Задача 1 из' "${russian[@]}" -- problems delta 1
says 'победитель: Белые, 14:0' "${russian[@]}" -- review "$1/tests/data/records/postal-1996.txt" --nodes 200
env -i PATH="$PATH" HOME="$work" "${russian[@]}" ascona review "$1/tests/data/records/postal-1996.txt" --nodes 200 |
  grep -E '(forced|blunder|mistake|loses|better)' && complain "review: English in Russian"
printf 'undo\nresign\n' | env -i PATH="$PATH" HOME="$work" "${russian[@]}" ascona play delta --players human,human >"$work/out"
grep -q 'Нельзя: ' "$work/out" || complain "play: no reason in Russian"
grep -qE '[a-z]{4,} [a-z]{3,} [a-z]+' <(grep 'Нельзя' "$work/out") && complain "play: a reason in English: $(grep Нельзя "$work/out")"
grep -q 'Победитель: Чёрные' "$work/out" || complain "play: no result in Russian"

# Output for programs, and help, are the same in every language.
for arguments in 'games --json' 'show delta --json' 'why delta c9 --json' 'moves kulami' 'play --help' '--help' 'convert - --to json'; do
  # shellcheck disable=SC2086
  for locale in C.UTF-8 ru_RU.UTF-8; do
    env -i PATH="$PATH" HOME="$work" LC_ALL=$locale ascona $arguments <"$1/tests/data/records/postal-1996.txt" >"$work/$locale"
  done
  cmp -s "$work/C.UTF-8" "$work/ru_RU.UTF-8" || complain "ascona $arguments follows the language"
done
echo 'ugi' | env -i PATH="$PATH" LC_ALL=ru_RU.UTF-8 ascona ugi | grep -P '[^\x00-\x7f]' | grep -vE 'Néo|id author' && complain "ugi follows the language"
printf 'c3\nrecord\n' | env -i PATH="$PATH" HOME="$work" "${russian[@]}" ascona play delta --players human,human --seed 1 |
  grep -q '^\[Game "delta"\]' || complain "the record follows the language"

# In the C locale the output is ASCII.
while IFS= read -r arguments; do
  # shellcheck disable=SC2086
  env -i PATH="$PATH" HOME="$work" LC_ALL=C LANGUAGE=ru XDG_STATE_HOME="$work/state" ascona $arguments </dev/null 2>&1 |
    LC_ALL=C grep -nP '[^\x00-\x7f]' | head -2 | sed "s/^/not ASCII: ascona $arguments: /" | grep . && failed=1
done <<'LIST'
games
--help
help play
help show
rules kulami
rules neo-delta
rules circle-delta --language ru
learn neo-delta
show neo-delta
show circle-delta
show delfino
play neo-delta
play
problems delta
problems delta 1
analyse neo-delta --depth 1
solve delta --time 0.1
LIST
exit $failed
