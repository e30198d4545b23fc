/* A game, a position or a study for pages of other sites: to look at and to go through, without engine, without anything
   kept, and without a word to the server but for these files. */
import boardUrl from "@wasm/board.wasm?url";
import { type ComponentChildren, render } from "preact";
import { CoreError } from "../core/module";
import { openCore, recordTags } from "../core/table";
import { preferredLanguage } from "../i18n/languages";
import { needGames, needLater, needReasons, useLanguage } from "../i18n/texts";
import { Wrong } from "../records/Wrong";
import { addressedRecord, Damaged } from "../study/address";
import { StudyTable } from "../study/table";
import { needStudyWords, s } from "../study/words";
import { Embed } from "./Embed";
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

/** The same in Ascona itself. */
const address = `${location.origin}/study${location.search}${location.hash}`;

function Bad({ children }: { children: ComponentChildren }) {
  return (
    <main class="embed-bad">
      <h1>{s("embed.bad")}</h1>
      {children}
      <a href={location.origin} target="_blank" rel="noopener">
        Ascona
      </a>
    </main>
  );
}

/** Where one begins: `ply` of the main line, or its end. */
function begin(table: StudyTable): void {
  const ply = new URLSearchParams(location.hash.slice(1)).get("ply") ?? query.get("ply");
  if (ply === null) return;
  const { nodes } = table.tree();
  let node = 0;
  for (let left = Math.min(Number(ply), nodes.length); left > 0; left--)
    node = nodes.find(({ parent }) => parent === node)?.node ?? node;
  table.go(node);
}

async function start(): Promise<void> {
  const theme = query.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  const asked = query.get("lang");
  await Promise.all([
    WebAssembly.compileStreaming(fetch(boardUrl)).then(openCore) /* what reads records, at once */,
    useLanguage(preferredLanguage(asked === null ? navigator.languages : [asked])).then(needStudyWords),
  ]);
  try {
    const record = await addressedRecord(location.hash, query);
    if (record === undefined)
      return render(
        <Bad>
          <p>{s("embed.nothing")}</p>
        </Bad>,
        app,
      );
    const table = StudyTable.read(record);
    await needGames([table.state().id]);
    begin(table);
    render(<Embed table={table} tags={recordTags(record)} address={address} />, app);
  } catch (error) {
    const fault = error instanceof CoreError ? { ...error.fault, line: 0 } : undefined; /* a link has no lines */
    await Promise.all([needLater(), needReasons(), needGames(fault?.game === undefined ? [] : [fault.game])]);
    render(
      <Bad>
        {fault ? <Wrong fault={fault} /> : <p>{s(error instanceof Damaged ? "open.damaged" : "embed.nothing")}</p>}
      </Bad>,
      app,
    );
  }
}

void start();
/* Another game in the same frame. */
addEventListener("hashchange", () => location.reload());
