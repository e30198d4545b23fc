import { render } from "preact";
import { App } from "./app/App";
import { settings } from "./app/settings";
import { openCore } from "./core/table";
import { offline } from "./offline/offline";
import { Failure } from "./ui/Failure";
import "./styles/index.css";

const app = document.getElementById("app")!;

async function start(): Promise<void> {
  await Promise.all([openCore(), settings.apply()]);
  render(<App />, app);
  void offline.start();
}

app.replaceChildren(); /* what the page says while there is no script */
start().catch(() => {
  const trouble = typeof WebAssembly === "undefined" ? "old" : "load";
  render(<Failure trouble={trouble} onAgain={start} />, app);
});
