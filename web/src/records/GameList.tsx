/* The games that were played in this browser: those that are going on, and those that are over. */
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { router } from "../app/router";
import { openStudy } from "../storage/study";
import { PositionBoard } from "../board/StillBoard";
import { gameOf, Table } from "../core/table";
import type { RecordGame } from "../core/types";
import { currentLanguage, number, t } from "../i18n/texts";
import { currentMatch } from "../match/current";
import { Session } from "../match/session";
import { inFrame } from "../ui/frames";
import { useInSight } from "../ui/useInSight";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { Loading } from "../ui/later";
import { Alert, Status } from "../ui/Status";
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
      {board && <PositionBoard {...board} />}
    </div>
  );
}

const listed = (names: string[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: "conjunction", style: "narrow" }).format(names);
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

/* A game that is not over goes on as a match, in the place of its record. */
function openGame({ id, text }: Entry, record: RecordGame): void {
  const sides = sidesOf(record);
  currentMatch.set(record.end === "open" ? Session.fromRecord(text, sides, id) : Session.fromRecord(text, sides));
  router.go("/play");
}

/* Opening or resuming a game, and exporting it. */
function Acts({ entry, record, name, children }: { entry: Entry; record: RecordGame; name: string; children?: VNode }) {
  const { id, text, match } = entry;
  const [exporting, toggle] = useState(false);
  const source = useMemo(
    () => (exporting ? recordSource(text, `/records/print?game=${id}`) : undefined),
    [exporting, text, id],
  );
  const isStudy = entry.saved?.from === "study"; /* it is resumed where it was made: a match has no variations */
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
          onClick={() => (isStudy ? router.go(`/study?record=${id}`) : openStudy(text))}
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
  const { points, result, ...sum } = gameSum(record, entry.saved);
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
                      gameSum(game.record, game.saved).result,
                      ratio(gameSum(game.record, game.saved).points),
                      listed(gameSum(game.record, game.saved).players),
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

/* Stored by another version, or spoiled: it can be downloaded as it is. */
function SpoiledRow({ entry, onRemove }: { entry: Entry; onRemove: () => void }) {
  const stored = entry.match ?? entry.saved ?? entry.games!.at(-1)!.saved!;
  return (
    <li class="card record">
      <div class="thumb" />
      <div class="record-text">
        <h3>{t("spoiled.title")}</h3>
        <p>{t("spoiled.why")}</p>
      </div>
      <div class="record-acts">
        <button type="button" class="btn" onClick={() => saveSpoiled(stored)}>
          {t("spoiled.save")}
        </button>
        <button type="button" class="btn btn--quiet" onClick={onRemove}>
          {t("records.remove")}
        </button>
      </div>
    </li>
  );
}

type Unread = (() => Entry | undefined)[];

/** The games, read one per frame: checking fifty records takes a while. More are read when the player asks for them. */
function useEntries(all: Unread) {
  const [list, setList] = useState<Entry[]>([]);
  const [waiting, setWaiting] = useState(all);
  const [wanted, setWanted] = useState(PAGE);
  const reading = waiting.length > 0 && list.length < wanted;
  useEffect(() => {
    if (!reading) return;
    return inFrame(() => {
      const entry = waiting[0]!();
      setWaiting(waiting.slice(1));
      if (entry) setList([...list, entry]);
    });
  }, [reading, waiting, list]);
  const more = reading ? 0 : waiting.length;
  return { list, setList, reading, more, onMore: () => setWanted(wanted + PAGE) };
}

/** All records in one file, also those that are not on the page. */
async function saveAll(): Promise<void> {
  const all = (await entries()).map((read) => read()).filter((entry) => entry?.record);
  download("ascona.txt", textFile(all.flatMap((entry) => textsOf(entry!)).join("\n")));
}

/* The region is there before its text, so that it is announced. */
function Removed({ entry, onRestore }: { entry: Entry | undefined; onRestore: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  /* The row with the button that was pressed is gone. */
  useEffect(() => undo.current?.focus(), [entry]);
  if (!entry) return <Status />;
  const { record } = entry;
  return (
    <Status class="msg">
      <p>{t("records.removed", { game: record ? titleOf(gameOf(record.game)) : t("spoiled.title") })}</p>
      <button ref={undo} type="button" class="btn" onClick={onRestore}>
        {t("records.keep")}
      </button>
    </Status>
  );
}

function Entries({ all }: { all: Unread }) {
  const { list, setList, reading, more, onMore } = useEntries(all);
  const [failed, setFailed] = useState(false);
  const [removed, setRemoved] = useState<{ entry: Entry; index: number }>();
  const take = (entry: Entry) => {
    remove(entry);
    setRemoved({ entry, index: list.indexOf(entry) });
    setList(list.filter((other) => other !== entry));
  };
  const putBack = () => {
    if (!removed) return;
    restore(removed.entry);
    setRemoved(undefined);
    setList(list.toSpliced(removed.index, 0, removed.entry));
  };
  const save = () => {
    setFailed(false);
    saveAll().catch(() => setFailed(true));
  };
  return (
    <>
      <Removed entry={removed?.entry} onRestore={putBack} />
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
          <button type="button" class="btn btn--quiet" onClick={save}>
            {t("records.save-all")}
          </button>
        </div>
      )}
      {failed && (
        <Alert>
          <Icon name="bad" />
          <p>{t("export.failed")}</p>
        </Alert>
      )}
    </>
  );
}

export function GameList() {
  const [all, setAll] = useState<Unread>();
  return (
    <section class="records-list" aria-labelledby="records-list">
      <h2 id="records-list" class="sr">
        {t("records.list")}
      </h2>
      {all ? <Entries all={all} /> : <Loading part load={async () => setAll(await entries())} onReady={() => {}} />}
    </section>
  );
}
