#!/usr/bin/env python3
"""Prints medians of the runs that ./dev loadbench wrote: a line per figure, a column per build tree.
usage: medians.py FOLDER, which holds files PROCESSES.TREE.RUN"""
import collections
import pathlib
import re
import statistics
import sys

FIGURES = {
    "flat out, plies per second": r"as fast as they go: .*\((\d+) a second\)",
    "at the usual pace, plies per second": r"^\d+ plies in \d+ s \((\d+) a second\)",
    "late": r"a second\), (\d+) late",
    "acknowledged p50, ms": r"acknowledged: half in ([\d.]+) ms",
    "acknowledged p99, ms": r"acknowledged: .*99 of 100 in ([\d.]+) ms",
    "delivered p50, ms": r"delivered: +half in ([\d.]+) ms",
    "delivered p99, ms": r"delivered: .* 99 of 100 in ([\d.]+) ms",
    "server time per ply, us": r"of a processor, (\d+) us a ply; who asks",
    "idle socket, KB": r"idle sockets: ([\d.]+) KB each",
    "game with two sockets, KB": r"at the end: ([\d.]+) KB a game",
    "WAL of PostgreSQL per ply, bytes": r"([\d.]+) bytes of WAL a ply, ",
    "commits": r"(?:commits|writes)_total (\d+)",
}
PLIES = r"^(?:as fast as they go: )?(\d+) plies in "
WRITTEN = r"a server wrote ([\d.]+) MB"


def numbers(pattern, text):
    return [float(number) for number in re.findall(pattern, text, re.M)]


found = collections.defaultdict(lambda: collections.defaultdict(list))
for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    processes, tree, _ = file.name.rsplit(".", 2)
    text = file.read_text()
    for figure, pattern in FIGURES.items():
        matches = numbers(pattern, text)
        if matches:
            found[processes, figure][tree].append(sum(matches) if figure == "commits" else matches[0])
    if processes == "0" and numbers(PLIES, text):
        found[processes, "written per ply, bytes"][tree].append(sum(numbers(WRITTEN, text)) * 1e6 / sum(numbers(PLIES, text)))
for (processes, figure), trees in found.items():
    cells = [f"{tree} {statistics.median(all_):g} ({min(all_):g} to {max(all_):g}, {len(all_)} runs)" for tree, all_ in trees.items()]
    print(f"{'1 process, SQLite' if processes == '0' else processes + ' processes, PostgreSQL'}: {figure}: {'; '.join(cells)}")
