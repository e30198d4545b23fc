/* The games that were played in this browser: those that are going on, and those that are over. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { router } from "../app/router";
import { StillBoard } from "../board/StillBoard";
import { gameOf, Table } from "../core/table";
import type { RecordGame } from "../core/types";
import { number, t } from "../i18n/texts";
import { desk } from "../match/desk";
import { Session } from "../match/session";
import { inFrame } from "../ui/frames";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { dateOf, entries, playersOf, remove, restore, resultOf, sidesOf, type Entry } from "./entries";
import { ExportList } from "./Export";
import { download, saveSpoiled, textFile } from "./files";
import { recordSource } from "./source";

const PAGE = 50;

/* The last position, drawn when the row comes into sight. */
function Thumb({ text }: { text: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const [board, show] = useState<{ spec: string; position: string }>();
  useEffect(() => {
    let callOff = () => {};
    const draw = () => {
      const table = Table.fromRecord(text);
      const { game, position } = table.state();
      table.close();
      show({ spec: game, position });
    };
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      callOff = inFrame(draw);
    });
    watch.observe(ref.current!);
    return () => {
      watch.disconnect();
      callOff();
    };
  }, [text]);
  return (
    <div ref={ref} class="thumb">
      {board && <StillBoard {...board} />}
    </div>
  );
}

function pointsOf(tag: string | undefined): string {
  return (tag ?? "")
    .split(" ")
    .filter((part) => part !== "")
    .map((part) => number(Number(part)))
    .join(" : ");
}

interface RowProps {
  entry: Entry;
  record: RecordGame;
  onRemove: () => void;
}

function GameRow({ entry, record, onRemove }: RowProps) {
  const { id, text, match } = entry;
  const [exporting, toggle] = useState(false);
  const source = useMemo(
    () => (exporting ? recordSource(text, `/records/print?game=${id}`) : undefined),
    [exporting, text, id],
  );
  const unfinished = record.end === "open";
  const opens = t(match || unfinished ? "records.continue" : "records.open-game");
  const title = titleOf(gameOf(record.game));
  const players = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction", style: "narrow" }).format(
    playersOf(record),
  );
  /* One that was left goes on as a match, in the place of its record. */
  const open = () => {
    desk.put(unfinished ? Session.fromRecord(text, sidesOf(record), id) : Session.fromRecord(text));
    router.go("/play");
  };
  const facts = [resultOf(record), pointsOf(record.tags["Points"]), dateOf(record.tags["Date"])];
  return (
    <li class="card record">
      <Thumb text={text} />
      <div class="record-text">
        <h3>{title}</h3>
        <p>{players}</p>
        <p class="record-facts">
          {facts
            .filter((fact) => fact !== "")
            .map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
        </p>
      </div>
      <div class="record-acts">
        {match ? (
          <Link class="btn btn--go" aria-label={`${opens}: ${title}, ${players}`} href={`/play/${id}`}>
            {opens}
          </Link>
        ) : (
          <button type="button" class="btn" aria-label={`${opens}: ${title}, ${players}`} onClick={open}>
            {opens}
          </button>
        )}
        <button type="button" class="btn btn--quiet" aria-expanded={exporting} onClick={() => toggle(!exporting)}>
          {t("records.export")}
        </button>
        <button type="button" class="btn btn--quiet" onClick={onRemove}>
          {t("records.remove")}
        </button>
      </div>
      {source && <ExportList source={source} />}
    </li>
  );
}

/* Kept, but of another version, or spoiled: it is there to be taken along. */
function SpoiledRow({ entry, onRemove }: { entry: Entry; onRemove: () => void }) {
  const kept = entry.match ?? entry.kept!;
  return (
    <li class="card record">
      <div class="thumb" />
      <div class="record-text">
        <h3>{t("spoiled.title")}</h3>
        <p>{t("spoiled.why")}</p>
      </div>
      <div class="record-acts">
        <button type="button" class="btn" onClick={() => saveSpoiled(kept)}>
          {t("spoiled.save")}
        </button>
        <button type="button" class="btn btn--quiet" onClick={onRemove}>
          {t("records.remove")}
        </button>
      </div>
    </li>
  );
}

/** The games, read one a frame: checking fifty records takes a while. More are read when they are wanted. */
function useEntries() {
  const [list, setList] = useState<Entry[]>([]);
  const [waiting, setWaiting] = useState<(() => Entry | undefined)[]>();
  const [wanted, setWanted] = useState(PAGE);
  useEffect(() => void entries().then(setWaiting), []);
  const reading = waiting === undefined || (waiting.length > 0 && list.length < wanted);
  useEffect(() => {
    if (!reading || !waiting) return;
    return inFrame(() => {
      const entry = waiting[0]!();
      setWaiting(waiting.slice(1));
      if (entry) setList([...list, entry]);
    });
  }, [reading, waiting, list]);
  const more = !reading && waiting!.length > 0 ? waiting!.length : 0;
  return { list, setList, reading, more, onMore: () => setWanted(wanted + PAGE) };
}

/** All records in one file, the ones that are not on the page too. */
async function saveAll(): Promise<void> {
  const all = (await entries()).map((read) => read()).filter((entry) => entry?.record);
  download("ascona.txt", textFile(all.map((entry) => entry!.text).join("\n")));
}

export function GameList() {
  const { list, setList, reading, more, onMore } = useEntries();
  const [removed, setRemoved] = useState<{ entry: Entry; index: number }>();
  const take = (entry: Entry) => {
    remove(entry);
    setRemoved({ entry, index: list.indexOf(entry) });
    setList(list.filter((other) => other !== entry));
  };
  const undo = useRef<HTMLButtonElement>(null);
  /* The row with the button that was pressed is gone. */
  useEffect(() => undo.current?.focus(), [removed]);
  const putBack = () => {
    if (!removed) return;
    restore(removed.entry);
    setRemoved(undefined);
    setList(list.toSpliced(removed.index, 0, removed.entry));
  };
  const gone = removed?.entry.record;
  return (
    <section class="records-list" aria-labelledby="records-list">
      <h2 id="records-list" class="sr">
        {t("records.list")}
      </h2>
      {removed && (
        <div class="msg" role="status">
          <p>{t("records.removed", { game: gone ? titleOf(gameOf(gone.game)) : t("spoiled.title") })}</p>
          <button ref={undo} type="button" class="btn" onClick={putBack}>
            {t("records.keep")}
          </button>
        </div>
      )}
      {list.length === 0 && !reading ? (
        <div class="empty">
          <p>{t("records.empty")}</p>
          <Link class="btn btn--go" href="/">
            {t("records.play")}
          </Link>
        </div>
      ) : (
        <ul>
          {list.map((entry) =>
            entry.record ? (
              <GameRow key={entry.id} entry={entry} record={entry.record} onRemove={() => take(entry)} />
            ) : (
              <SpoiledRow key={entry.id} entry={entry} onRemove={() => take(entry)} />
            ),
          )}
        </ul>
      )}
      {list.length > 0 && (
        <div class="acts">
          {more > 0 && (
            <button type="button" class="btn" onClick={onMore}>
              {t("records.show-more", { count: more })}
            </button>
          )}
          <button type="button" class="btn btn--quiet" onClick={() => void saveAll()}>
            {t("records.save-all")}
          </button>
        </div>
      )}
    </section>
  );
}
