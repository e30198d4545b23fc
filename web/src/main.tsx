import { options, render } from "preact";
import { App } from "./app/App";
import { settings } from "./app/settings";
import { openCore } from "./core/table";
import { offline } from "./offline/offline";
import "./styles/index.css";

/* Drawing is a task of its own: what a touch does and how it then looks are not waited for in one go. */
options.debounceRendering = (draw) => setTimeout(draw);

await Promise.all([openCore(), settings.apply()]);
render(<App />, document.getElementById("app")!);
void offline.start();
