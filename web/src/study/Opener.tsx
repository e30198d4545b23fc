/* How an analysis starts: with a position or a game that is pasted, a file, or a game from its start. */
import { useRef, useState } from "preact/hooks";
import { currentStudy, openStudy } from "../storage/study";
import { PositionBoard } from "../board/StillBoard";
import { CoreError, type Fault } from "../core/module";
import { games, recordTags } from "../core/table";
import { needReasons } from "../i18n/texts";
import { Wrong } from "../records/Wrong";
import { FileButton } from "../records/FileButton";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Languages } from "../ui/Languages";
import { Link } from "../ui/Link";
import { Alert } from "../ui/Status";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { fileGames } from "./explorer/past";
import { beginning } from "./address";
import { readPasted } from "./source";
import { studyText } from "./words";

/* The game that was analysed last, whose positions are tried first. */
function lastGame(): string | undefined {
  const text = currentStudy()?.text;
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
  const [isMissing, setMissing] = useState(false);
  useTitle(studyText("title"));
  const read = (given: string) => {
    setFault(undefined);
    setMissing(given.trim() === "");
    if (given.trim() === "") return field.current?.focus();
    try {
      openStudy(readPasted(given, lastGame()));
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      void needReasons().then(() => setFault(error.fault));
    }
  };
  const take = async (file: File) => {
    const content = await file.text();
    if (content.length < 200_000) write(content);
    void fileGames.take([content], file.name); /* all of them can be explored */
    read(content);
  };
  const isWrong = fault !== undefined || isMissing;
  return (
    <div class="page">
      <Bar>
        <Languages />
      </Bar>
      <main id="main" class="study-open" tabIndex={-1}>
        <h1>{studyText("title")}</h1>
        <p class="lead">{studyText("open.lead")}</p>
        {currentStudy() && (
          <Link class="btn" href="/study">
            <Icon name="previous" />
            {studyText("open.back")}
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
            <span>{studyText("open.text")}</span>
            <textarea
              ref={field}
              class="field not"
              rows={6}
              spellcheck={false}
              autocapitalize="off"
              autocomplete="off"
              value={text}
              aria-invalid={isWrong ? "true" : undefined}
              aria-describedby={isWrong ? "open-wrong" : undefined}
              onInput={(event) => write(event.currentTarget.value)}
            />
          </label>
          {isWrong && (
            <Alert id="open-wrong">
              <Icon name="bad" />
              <div>{fault ? <Wrong fault={fault} /> : <p>{studyText("open.nothing")}</p>}</div>
            </Alert>
          )}
          <div class="acts">
            <button class="btn btn--go" type="submit">
              {studyText("open.study")}
            </button>
            <FileButton take={take}>{studyText("open.file")}</FileButton>
          </div>
        </form>
        <h2>{studyText("open.begin")}</h2>
        <ul class="study-games">
          {games().map(({ id }) => (
            <li key={id}>
              <button class="card" type="button" onClick={() => openStudy(beginning(id))}>
                <PositionBoard spec={id} position="" />
                <b>{titleOf(id)}</b>
              </button>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
