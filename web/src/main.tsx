import { render } from "preact";
import { App } from "./App";
import { settings } from "./app/settings";
import { openCore } from "./core/table";
import { offline } from "./offline/offline";
import "./styles/index.css";

await Promise.all([openCore(), settings.apply()]);
render(<App />, document.getElementById("app")!);
void offline.start();
