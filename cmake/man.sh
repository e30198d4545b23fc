#!/bin/sh
# Makes the man page: the help texts of the program in man(7), in the places that the template names @LIKE_THIS@.
# usage: man.sh TEMPLATE PROGRAM PAGE
set -eu
template=$1 program=$2 page=$3
trap 'rm -f "$page.help" "$page.new"' EXIT
export LC_ALL=C.UTF-8 XDG_CONFIG_HOME=/dev/null # not the settings of whoever builds it
{
  "$program" --version
  "$program" help
  for command in $("$program" help | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p'); do "$program" "$command" --help; done
} >"$page.help"
sed "s/\\\\/\\\\e/g; s/-/\\\\-/g; s/'/\\\\(aq/g; s/~/\\\\(ti/g" "$page.help" | awk '
  function macro(text) { made[section] = made[section] text "\n" }
  function put(text) {
    while (sub(/`/, bold ? "\\fR" : "\\fB", text)) bold = !bold
    macro((text ~ /^\./ ? "\\&" : "") text)
  }
  # What is typed: bold, and in italics the capitals that stand for something.
  function typed(text, done) {
    while (match(text, /[^-A-Za-z][A-Z][A-Z0-9]*/)) {
      done = done substr(text, 1, RSTART) "\\fI" substr(text, RSTART + 1, RLENGTH - 1) "\\fB"
      text = substr(text, RSTART + RLENGTH)
    }
    return "\\fB" done text "\\fR"
  }
  NR != FNR { # the template
    sub(/@VERSION@/, version)
    if (/^@.*@$/) printf "%s", made[substr($0, 2, length($0) - 2)]; else print
    next
  }
  NR == 1 { version = $2; section = "NAME"; next }
  section == "NAME" { sub(/^Ascona:/, "ascona \\-"); sub(/\.$/, "") }
  /^usage: / { usage = 1; section = $3 == "COMMAND" ? "OPTIONS" : "COMMANDS" }
  usage && section == "OPTIONS" { usage = !/^$/; next } # the template has it
  /^usage: / { macro(".SS " $3 " \\- " summary[$3]); macro(".nf") }
  usage && /^$/ { usage = 0; macro(".fi") }
  usage { put(typed(substr($0, 8))); next }
  section == "OPTIONS" && /^  [a-z]/ { name = $1; sub(/^ *[^ ]+ +/, ""); summary[name] = $0; next }
  section == "OPTIONS" && sub(/^exit status: /, "") { section = "EXIT_STATUS"; gap = 0 }
  /^examples:/ { section = "EXAMPLES"; next }
  section == "EXAMPLES" { sub(/^  /, ""); put($0); next }
  /^$/ { gap = 1; next }
  gap && /^[^ ]/ && section == "COMMANDS" { macro(".PP") }
  { gap = 0; tag = /^  [^ ]/; sub(/^ +/, "") }
  tag { # two spaces or more part it from what it means
    word = $0
    sub(/  .*/, "", word)
    macro(".TP")
    put(typed(word))
    $0 = substr($0, length(word) + 1)
    sub(/^ +/, "")
  }
  !/^$/ { put($0) }
' - "$template" >"$page.new"
mv "$page.new" "$page"
