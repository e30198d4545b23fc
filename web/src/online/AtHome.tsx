/* On the first page: games with people in which it is one's turn. */
import { useEffect, useState } from "preact/hooks";
import { currentLanguage } from "../i18n/texts";
import { Link } from "../ui/Link";
import { GameRows } from "./mine/GameRows";
import { useMyGames } from "./mine/GamesPage";
import { needOnlineWords, o } from "./common/words";
import "../styles/later.css";
import "../styles/online.css";

const SHOWN = 3;

export function AtHome() {
  const [ready, setReady] = useState("");
  useEffect(
    () =>
      void needOnlineWords().then(
        () => setReady(currentLanguage()),
        () => undefined,
      ),
    [],
  );
  return ready === currentLanguage() ? <Turns /> : null;
}

function Turns() {
  const { lists } = useMyGames();
  const count = (lists?.yours.length ?? 0) + (lists?.waiting.length ?? 0) + (lists?.asked.length ?? 0);
  if (!lists || count === 0) return null;
  const rows = lists.yours.slice(0, SHOWN);
  return (
    <section class="hall-home" aria-labelledby="people">
      <div class="head">
        <h2 id="people">{rows.length > 0 ? o("games.yours") : o("games.title")}</h2>
        <Link href="/games">{o("games.all", { count })}</Link>
      </div>
      {rows.length > 0 && <GameRows rows={rows} turn />}
    </section>
  );
}
