/* Opening a record: pasted, chosen or dropped. Errors are shown beside the field, and the typed text stays. */
import { useRef, useState } from "preact/hooks";
import { router } from "../app/router";
import { CoreError, type Fault } from "../core/module";
import { gameOf, pickRecord, recordGames } from "../core/table";
import type { RecordFault, RecordGame } from "../core/types";
import { needReasons, t, told, type Sentence } from "../i18n/texts";
import { Session } from "../match/session";
import { currentMatch } from "../match/current";
import { Icon } from "../ui/Icon";
import { Alert, Status } from "../ui/Status";
import { titleOf } from "../ui/titles";
import { dateOf, playersOf, resultOf } from "./entries";
import { offsetOf } from "./files";
import { Wrong } from "./Wrong";
import { FileButton } from "./FileButton";

/* A longer text is not shown in the field: browsers become slow. */
const SHOWN = 200_000;
const LISTED = 200;

interface Found {
  text: string;
  games: (RecordGame | RecordFault)[];
  more: boolean;
}

/* The region is there before its text, so that it is announced. */
function Choice({ found, onOpen }: { found: Found | undefined; onOpen: (text: string, number: number) => void }) {
  if (!found)
    return (
      <div class="sr">
        <Status as="p" class="" />
      </div>
    );
  return (
    <div class="choice">
      <Status as="p" class="">
        {t("records.choose", { count: found.games.length })}
        {found.more && ` ${t("records.more", { count: found.games.length })}`}
      </Status>
      <ol>
        {found.games.map((game, index) => (
          <li key={index}>
            {"error" in game ? (
              <div class="msg msg--bad">
                <Icon name="bad" />
                <div>
                  <p>
                    <b>{t("records.number", { number: index + 1 })}</b>
                  </p>
                  <Wrong fault={game.error} />
                </div>
              </div>
            ) : (
              <button type="button" class="btn" onClick={() => onOpen(found.text, index)}>
                <b>{titleOf(gameOf(game.game))}</b>
                <span>{playersOf(game).join(", ")}</span>
                <span>{[resultOf(game), dateOf(game.tags["Date"])].filter((part) => part !== "").join(" ")}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

export function OpenRecord() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [large, setLarge] = useState<{ name: string; text: string }>();
  const [fault, setFault] = useState<Fault>();
  const [plea, setPlea] = useState<Sentence>();
  const [found, setFound] = useState<Found>();
  const [over, setOver] = useState(false);

  const clear = () => {
    setFault(undefined);
    setPlea(undefined);
    setFound(undefined);
  };
  const show = (given: string, problem: Fault) => {
    const { line = 0, column = 0, token = "" } = problem;
    setFault(problem);
    if (line === 0 || given !== text) return;
    const at = offsetOf(given, line, column);
    field.current?.focus();
    field.current?.setSelectionRange(at, at + Math.max(1, token.length));
  };
  const wrong = (given: string, error: unknown) => {
    if (!(error instanceof CoreError)) throw error;
    void needReasons().then(() => show(given, error.fault)); /* so that it is announced as a whole */
  };
  const open = (given: string, index: number) => {
    try {
      currentMatch.set(Session.fromRecord(pickRecord(given, index)));
      router.go("/play");
    } catch (error) {
      wrong(given, error);
    }
  };
  const read = (given: string) => {
    clear();
    if (given.trim() === "") {
      setPlea({ key: "records.nothing" });
      field.current?.focus();
      return;
    }
    try {
      const { games, more } = recordGames(given, LISTED);
      if (games.length <= 1) open(given, 0);
      else setFound({ text: given, games, more });
    } catch (error) {
      wrong(given, error);
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    clear();
    try {
      const content = await file.text();
      const isLarge = content.length > SHOWN;
      setLarge(isLarge ? { name: file.name, text: content } : undefined);
      setText(isLarge ? "" : content);
      read(content);
    } catch {
      setPlea({ key: "records.bad-file", args: { name: file.name } });
    }
  };
  const troubled = fault !== undefined || plea !== undefined;
  return (
    <section
      id="open"
      class={over ? "card open is-over" : "card open"}
      aria-labelledby="open-title"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <h2 id="open-title">{t("records.open")}</h2>
      <p class="why">{t("records.open-why")}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          read(large?.text ?? text);
        }}
      >
        <label>
          <span>{t("records.text")}</span>
          <textarea
            ref={field}
            class="field not"
            rows={9}
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            placeholder={'[Game "delta"]\n\n1. c3 d4 2. c3-e3'}
            value={text}
            aria-invalid={troubled ? "true" : undefined}
            aria-describedby={troubled ? "open-wrong" : undefined}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setLarge(undefined);
            }}
          />
        </label>
        {large && <p class="why">{t("records.large", { name: large.name })}</p>}
        {troubled && (
          <Alert id="open-wrong">
            <Icon name="bad" />
            <div>
              {fault ? (
                <>
                  <p>
                    <b>{t("records.bad")}</b>
                  </p>
                  <Wrong fault={fault} />
                </>
              ) : (
                <p>{plea && told(plea)}</p>
              )}
            </div>
          </Alert>
        )}
        <div class="open-acts">
          <button type="submit" class="btn">
            {t("records.read")}
          </button>
          <FileButton take={take}>{t("records.file")}</FileButton>
        </div>
        <p class="why">{t("records.drop")}</p>
      </form>
      <Choice found={found} onOpen={open} />
    </section>
  );
}
