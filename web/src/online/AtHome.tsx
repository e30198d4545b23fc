/* On the first page: games with people in which it is the player's turn. */
import { Loading } from "../ui/later";
import { Link } from "../ui/Link";
import { GameRows } from "./mine/GameRows";
import { useMyGames } from "./mine/GamesPage";
import { hasOnlineWords, needOnlineWords, onlineText } from "./common/words";
import "../styles/later.css";
import "../styles/online.css";

const SHOWN = 3;

export function AtHome() {
  return hasOnlineWords() ? <Turns /> : <Loading part load={needOnlineWords} onReady={() => undefined} />;
}

function Turns() {
  const { lists } = useMyGames();
  const count = (lists?.yours.length ?? 0) + (lists?.waiting.length ?? 0) + (lists?.asked.length ?? 0);
  if (!lists || count === 0) return null;
  const rows = lists.yours.slice(0, SHOWN);
  return (
    <section class="hall-home" aria-labelledby="people">
      <div class="head">
        <h2 id="people">{rows.length > 0 ? onlineText("games.yours") : onlineText("games.title")}</h2>
        <Link href="/games">{onlineText("games.all", { count })}</Link>
      </div>
      {rows.length > 0 && <GameRows rows={rows} turn />}
    </section>
  );
}
