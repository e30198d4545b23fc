/* The games that were played here, and a form to open others; at /records/print the score sheet of a game. */
import { useEffect } from "preact/hooks";
import { router } from "../app/router";
import { t } from "../i18n/texts";
import { Bar } from "../ui/Bar";
import { Languages } from "../ui/Languages";
import { useTitle } from "../ui/useTitle";
import { GameList } from "./GameList";
import { OpenRecord } from "./OpenRecord";
import { SheetPage } from "./SheetPage";
import "../styles/records.css";

function Records() {
  useTitle(t("records.title"));
  useEffect(() => {
    if (location.hash !== "#open") return;
    document.getElementById("open")?.scrollIntoView();
    document.querySelector<HTMLElement>("#open textarea")?.focus();
  }, []);
  return (
    <div class="page recordspage">
      <Bar>
        <Languages />
      </Bar>
      <main id="main" class="records" tabIndex={-1}>
        <h1>{t("records.title")}</h1>
        <GameList />
        <OpenRecord />
      </main>
    </div>
  );
}

export function RecordsPage() {
  return router.parts[1] === "print" ? <SheetPage /> : <Records />;
}
