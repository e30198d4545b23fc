/* The games that were played in this browser. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { router } from "../app/router";
import { StillBoard } from "../board/StillBoard";
import { gameOf, Table } from "../core/table";
import { number, t } from "../i18n/texts";
import { Session } from "../match/session";
import { setSession } from "../match/desk";
import { inFrame } from "../ui/frames";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { dateOf, entries, playersOf, removeFinished, restoreFinished, resultOf, sidesOf, type Entry } from "./entries";
import { ExportList } from "./Export";
import { recordSource } from "./source";

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
  onRemove: () => void;
}

function GameRow({ entry, onRemove }: RowProps) {
  const { text, record, index } = entry;
  const [exporting, toggle] = useState(false);
  const source = useMemo(
    () => (exporting ? recordSource(text, index < 0 ? "/records/print" : `/records/print?game=${index}`) : undefined),
    [exporting, text, index],
  );
  const unfinished = record.end === "open";
  const opens = t(unfinished ? "records.continue" : "records.open-game");
  const title = titleOf(gameOf(record.game));
  const players = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction", style: "narrow" }).format(
    playersOf(record),
  );
  const open = () => {
    setSession(Session.fromRecord(text, unfinished ? sidesOf(record) : undefined));
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
        {index < 0 ? (
          <Link class="btn btn--go" href="/play">
            {t("records.continue")}
          </Link>
        ) : (
          <button type="button" class="btn" aria-label={`${opens}: ${title}, ${players}`} onClick={open}>
            {opens}
          </button>
        )}
        <button type="button" class="btn btn--quiet" aria-expanded={exporting} onClick={() => toggle(!exporting)}>
          {t("records.export")}
        </button>
        {index >= 0 && (
          <button type="button" class="btn btn--quiet" onClick={onRemove}>
            {t("records.remove")}
          </button>
        )}
      </div>
      {source && <ExportList source={source} />}
    </li>
  );
}

/** The games, read one a frame: checking fifty records takes a while. */
function useEntries() {
  const [list, setList] = useState<Entry[]>([]);
  const [reading, setReading] = useState(true);
  useEffect(() => {
    const found = entries();
    let callOff = () => {};
    const read = () => {
      const { value, done = false } = found.next();
      setReading(!done);
      if (value) setList((before) => [...before, value]);
      if (!done) callOff = inFrame(read);
    };
    read();
    return () => callOff();
  }, []);
  return { list, setList, reading };
}

/* Behind one that came or went, all have another number. */
const renumbered = (list: Entry[], from: number, by: number): Entry[] =>
  list.map((entry) => (entry.index >= from ? { ...entry, index: entry.index + by } : entry));

export function GameList() {
  const { list, setList, reading } = useEntries();
  const [removed, setRemoved] = useState<Entry>();
  const remove = (entry: Entry) => {
    removeFinished(entry.text);
    setRemoved(entry);
    setList(
      renumbered(
        list.filter((other) => other !== entry),
        entry.index,
        -1,
      ),
    );
  };
  const undo = useRef<HTMLButtonElement>(null);
  /* The row with the button that was pressed is gone. */
  useEffect(() => undo.current?.focus(), [removed]);
  const restore = () => {
    if (!removed) return;
    restoreFinished(removed.text, removed.index);
    setRemoved(undefined);
    setList([...renumbered(list, removed.index, 1), removed].sort((one, other) => one.index - other.index));
  };
  return (
    <section class="records-list" aria-labelledby="records-list">
      <h2 id="records-list" class="sr">
        {t("records.list")}
      </h2>
      {removed && (
        <div class="msg" role="status">
          <p>{t("records.removed", { game: titleOf(gameOf(removed.record.game)) })}</p>
          <button ref={undo} type="button" class="btn" onClick={restore}>
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
          {list.map((entry) => (
            <GameRow key={`${entry.index < 0}${entry.text}`} entry={entry} onRemove={() => remove(entry)} />
          ))}
        </ul>
      )}
    </section>
  );
}
