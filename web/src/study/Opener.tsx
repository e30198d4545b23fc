/* Beginning a study: a position or a game is pasted, a file is chosen, or a game begins from its start. */
import { useRef, useState } from "preact/hooks";
import { study, studied } from "../keep/studied";
import { StillBoard } from "../board/StillBoard";
import { CoreError, type Fault } from "../core/module";
import { games, recordTags } from "../core/table";
import { needReasons } from "../i18n/texts";
import { Wrong } from "../records/Wrong";
import { FileButton } from "../records/FileButton";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Languages } from "../ui/Languages";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { fileGames } from "./explorer/past";
import { beginning } from "./address";
import { readPasted } from "./source";
import { s } from "./words";

/* The game that was studied last, whose positions are tried first. */
function lastGame(): string | undefined {
  const text = studied()?.text;
  try {
    return text === undefined ? undefined : recordTags(text)["Game"];
  } catch {
    return undefined;
  }
}

export function Opener() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, write] = useState("");
  const [fault, setFault] = useState<Fault>();
  const [plea, setPlea] = useState("");
  useTitle(s("title"));
  const read = (given: string) => {
    setFault(undefined);
    setPlea("");
    if (given.trim() === "") {
      setPlea(s("open.nothing"));
      field.current?.focus();
      return;
    }
    try {
      study(readPasted(given, lastGame()));
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      void needReasons().then(() => setFault(error.fault));
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const content = await file.text();
    if (content.length < 200_000) write(content);
    void fileGames.take([content], file.name); /* all of them can be explored */
    read(content);
  };
  const troubled = fault !== undefined || plea !== "";
  return (
    <div class="page">
      <Bar>
        <Languages />
      </Bar>
      <main id="main" class="study-open" tabIndex={-1}>
        <h1>{s("title")}</h1>
        <p class="lead">{s("open.lead")}</p>
        {studied() && (
          <Link class="btn" href="/study">
            <Icon name="previous" />
            {s("open.back")}
          </Link>
        )}
        <form
          class="card open"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            read(text);
          }}
        >
          <label>
            <span>{s("open.text")}</span>
            <textarea
              ref={field}
              class="field not"
              rows={6}
              spellcheck={false}
              autocapitalize="off"
              autocomplete="off"
              value={text}
              aria-invalid={troubled ? "true" : undefined}
              aria-describedby={troubled ? "open-wrong" : undefined}
              onInput={(event) => write(event.currentTarget.value)}
            />
          </label>
          {troubled && (
            <div id="open-wrong" class="msg msg--bad" role="alert">
              <Icon name="bad" />
              <div>{fault ? <Wrong fault={fault} /> : <p>{plea}</p>}</div>
            </div>
          )}
          <div class="acts">
            <button class="btn btn--go" type="submit">
              {s("open.study")}
            </button>
            <FileButton take={take}>{s("open.file")}</FileButton>
          </div>
        </form>
        <h2>{s("open.begin")}</h2>
        <ul class="study-games">
          {games().map(({ id }) => (
            <li key={id}>
              <button class="card" type="button" onClick={() => study(beginning(id))}>
                <StillBoard spec={id} position="" />
                <b>{titleOf(id)}</b>
              </button>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
