/* A game, a position or a study for pages of other sites: to look at and to step through, without engine, without saving
   anything, and without requests to the server except for these files. */
import boardUrl from "@wasm/board.wasm?url";
import { builtIn } from "virtual:catalogues";
import { type ComponentChildren, render } from "preact";
import { pageScope } from "../app/scope";
import { CoreError } from "../core/module";
import { openCore, recordTags } from "../core/table";
import { preferredLanguage } from "../i18n/languages";
import { needGames, needLater, needReasons, setLanguage } from "../i18n/texts";
import { Wrong } from "../records/Wrong";
import { addressedRecord, Damaged } from "../study/address";
import { StudyTable } from "../study/table";
import { needStudyWords, studyText } from "../study/words";
import { Embed } from "./Embed";
import { EmbeddedGame } from "./model";
import "../ui/bdi";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/buttons.css";
import "../styles/surfaces.css";
import "../styles/board.css";
import "../styles/tree.css";
import "../styles/embed.css";

const app = document.getElementById("app")!;
const query = new URLSearchParams(location.search);
const asked = query.get("lang");
const language = preferredLanguage(asked === null ? navigator.languages : [asked]);

/** The same in Ascona itself. */
const address = `${location.origin}/study${location.search}${location.hash}`;

function Bad({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="embed-bad">
      <h1>{title}</h1>
      {children}
      <a href={location.origin} target="_blank" rel="noopener">
        Ascona
      </a>
    </main>
  );
}

/** Where it starts: at `ply` of the main line, or at its end. */
function toPly(table: StudyTable): void {
  const ply = new URLSearchParams(location.hash.slice(1)).get("ply") ?? query.get("ply");
  if (ply === null) return;
  const { nodes } = table.tree();
  let node = 0;
  for (let left = Math.min(Number(ply), nodes.length); left > 0; left--)
    node = nodes.find(({ parent }) => parent === node)?.node ?? node;
  table.go(node);
}

function showBad(children: ComponentChildren): void {
  render(<Bad title={studyText("embed.bad")}>{children}</Bad>, app);
}

async function start(): Promise<void> {
  const theme = query.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  await Promise.all([
    WebAssembly.compileStreaming(fetch(boardUrl)).then(openCore) /* the module that reads records, at once */,
    setLanguage(language).then(needStudyWords),
  ]);
  try {
    const record = await addressedRecord(location.hash, query);
    if (record === undefined) return showBad(<p>{studyText("embed.nothing")}</p>);
    const table = StudyTable.read(record);
    await needGames([table.state().id]);
    toPly(table);
    render(<Embed game={new EmbeddedGame(table)} tags={recordTags(record)} address={address} />, app);
  } catch (error) {
    const fault = error instanceof CoreError ? { ...error.fault, line: 0 } : undefined; /* a link has no lines */
    await Promise.all([needLater(), needReasons(), needGames(fault?.game === undefined ? [] : [fault.game])]);
    if (fault) showBad(<Wrong fault={fault} />);
    else showBad(<p>{studyText(error instanceof Damaged ? "open.damaged" : "embed.nothing")}</p>);
  }
}

start().catch(() => {
  const texts = builtIn[language]!;
  document.documentElement.lang = language;
  render(
    <Bad title={texts["failure.load.title"]!}>
      <button class="btn btn--go" type="button" onClick={() => location.reload()}>
        {texts["failure.again"]}
      </button>
    </Bad>,
    app,
  );
});
/* Another game in the same frame. */
pageScope.listen(window, "hashchange", () => location.reload());
