import { render } from "preact";
import { App, played } from "./App";
import { settings } from "./app/settings";
import { needCores } from "./core/table";
import { needColours } from "./game/colours";
import { gameStorage } from "./storage/games";
import { offline } from "./offline/offline";
import { Failure } from "./ui/Failure";
import "./ui/bdi";
import "./styles/index.css";

const app = document.getElementById("app")!;

/* Once: the words and the core may have to be asked for again. */
let opened: Promise<void> | undefined;

async function start(): Promise<void> {
  if (typeof WebAssembly === "undefined") throw new Error("this browser is too old");
  const coloured = Object.keys(settings.choices.colours).length > 0 && needColours();
  await Promise.all([settings.start(), coloured, (opened ??= gameStorage.open()).then(() => needCores(played()))]);
  render(<App />, app);
  void offline.start();
}

app.replaceChildren(); /* what the page says while there is no script */
start().catch(() => {
  const trouble = typeof WebAssembly === "undefined" ? "old" : "load";
  render(<Failure trouble={trouble} onAgain={start} />, app);
});
