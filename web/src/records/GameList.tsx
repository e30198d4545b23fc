/* The games that were played in this browser: those that are going on, and those that are over. */
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { router } from "../app/router";
import { study } from "../keep/studied";
import { StillBoard } from "../board/StillBoard";
import { gameOf, Table } from "../core/table";
import type { RecordGame } from "../core/types";
import { number, t } from "../i18n/texts";
import { desk } from "../match/desk";
import { Session } from "../match/session";
import { inFrame } from "../ui/frames";
import { useInSight } from "../ui/useInSight";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { dateOf, entries, gameSum, sumOf, remove, restore, sidesOf, textsOf, type Entry } from "./entries";
import { ExportList } from "./Export";
import { download, saveSpoiled, textFile } from "./files";
import { recordSource } from "./source";

const PAGE = 50;

/* The last position, drawn when the row comes into sight. */
function Thumb({ text }: { text: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const seen = useInSight(ref);
  const board = useMemo(() => {
    if (!seen) return undefined;
    const table = Table.fromRecord(text);
    const { game, position } = table.state();
    table.close();
    return { spec: game, position };
  }, [seen, text]);
  return (
    <div ref={ref} class="thumb">
      {board && <StillBoard {...board} />}
    </div>
  );
}

const listed = (names: string[]): string =>
  new Intl.ListFormat(document.documentElement.lang, { type: "conjunction", style: "narrow" }).format(names);
const ratio = (points: number[]): string => points.map((part) => number(part)).join(" : ");

function Facts({ facts }: { facts: string[] }) {
  return (
    <p class="record-facts">
      {facts
        .filter((fact) => fact !== "")
        .map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
    </p>
  );
}

/* One that was left goes on as a match, in the place of its record. */
function openGame({ id, text }: Entry, record: RecordGame): void {
  const sides = sidesOf(record);
  desk.put(record.end === "open" ? Session.fromRecord(text, sides, id) : Session.fromRecord(text, sides));
  router.go("/play");
}

/* Opening a game, or going on with it; and taking it along. */
function Acts({ entry, record, name, children }: { entry: Entry; record: RecordGame; name: string; children?: VNode }) {
  const { id, text, match } = entry;
  const [exporting, toggle] = useState(false);
  const source = useMemo(
    () => (exporting ? recordSource(text, `/records/print?game=${id}`) : undefined),
    [exporting, text, id],
  );
  const isStudy = entry.kept?.from === "study"; /* it is gone on with where it was made: a match has no variations */
  const opens = t(match || record.end === "open" ? "records.continue" : "records.open-game");
  return (
    <>
      <div class="record-acts">
        {isStudy ? null : match ? (
          <Link class="btn btn--go" aria-label={`${opens}: ${name}`} href={`/play/${id}`}>
            {opens}
          </Link>
        ) : (
          <button type="button" class="btn" aria-label={`${opens}: ${name}`} onClick={() => openGame(entry, record)}>
            {opens}
          </button>
        )}
        <button
          type="button"
          class="btn btn--quiet"
          aria-label={`${t("menu.study")}: ${name}`}
          onClick={() => (isStudy ? router.go(`/study?record=${id}`) : study(text))}
        >
          {t("menu.study")}
        </button>
        <button type="button" class="btn btn--quiet" aria-expanded={exporting} onClick={() => toggle(!exporting)}>
          {t("records.export")}
        </button>
        {children}
      </div>
      {source && <ExportList source={source} />}
    </>
  );
}

function Remove({ onRemove }: { onRemove: () => void }) {
  return (
    <button type="button" class="btn btn--quiet" onClick={onRemove}>
      {t("records.remove")}
    </button>
  );
}

interface RowProps {
  entry: Entry;
  record: RecordGame;
  onRemove: () => void;
}

function GameRow({ entry, record, onRemove }: RowProps) {
  const title = titleOf(gameOf(record.game));
  const { points, result, ...sum } = gameSum(record, entry.kept);
  const players = listed(sum.players);
  const facts = [result, ratio(points), dateOf(record.tags["Date"])];
  return (
    <li class="card record">
      <Thumb text={entry.text} />
      <div class="record-text">
        <h3>{title}</h3>
        <p>{players}</p>
        <Facts facts={facts} />
      </div>
      <Acts {...{ entry, record }} name={`${title}, ${players}`}>
        <Remove onRemove={onRemove} />
      </Acts>
    </li>
  );
}

/* A match of several games: the sum, and its games one by one. */
function MatchRow({ entry, record, onRemove }: RowProps) {
  const { match, games = [], text } = entry;
  const [shown, show] = useState(false);
  const title = titleOf(gameOf(record.game));
  const { players, points, result } = sumOf(entry);
  const name = `${title}, ${listed(players)}`;
  const going = match && t("records.match-going", { game: games.length, games: match.plan.games });
  const facts = [
    going ?? t("records.match", { games: games.length }),
    result,
    ratio(points),
    dateOf(record.tags["Date"]),
  ];
  return (
    <li class="card record">
      <Thumb text={text} />
      <div class="record-text">
        <h3>{title}</h3>
        <p>{listed(players)}</p>
        <Facts facts={facts} />
      </div>
      <div class="record-acts">
        {match && (
          <Link class="btn btn--go" aria-label={`${t("records.continue")}: ${name}`} href={`/play/${match.id}`}>
            {t("records.continue")}
          </Link>
        )}
        <button
          type="button"
          class="btn"
          aria-expanded={shown}
          aria-label={`${t("records.games")}: ${name}`}
          onClick={() => show(!shown)}
        >
          {t("records.games")}
        </button>
        <Remove onRemove={onRemove} />
      </div>
      {shown && (
        <ol class="record-games">
          {games.map(
            (game, index) =>
              game.record && (
                <li key={game.id}>
                  <Facts
                    facts={[
                      t("records.number", { number: index + 1 }),
                      gameSum(game.record, game.kept).result,
                      ratio(gameSum(game.record, game.kept).points),
                      listed(gameSum(game.record, game.kept).players),
                    ]}
                  />
                  <Acts
                    entry={game}
                    record={game.record}
                    name={`${name}, ${t("records.number", { number: index + 1 })}`}
                  />
                </li>
              ),
          )}
        </ol>
      )}
    </li>
  );
}

/* Kept, but of another version, or spoiled: it is there to be taken along. */
function SpoiledRow({ entry, onRemove }: { entry: Entry; onRemove: () => void }) {
  const kept = entry.match ?? entry.kept ?? entry.games!.at(-1)!.kept!;
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
  download("ascona.txt", textFile(all.flatMap((entry) => textsOf(entry!)).join("\n")));
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
          {list.map((entry) => {
            const { id, record, games } = entry;
            const Row = games ? MatchRow : GameRow;
            const onRemove = () => take(entry);
            return record ? (
              <Row key={id} {...{ entry, record, onRemove }} />
            ) : (
              <SpoiledRow key={id} {...{ entry, onRemove }} />
            );
          })}
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
