/* Your games: where it is your turn, where others are waited for, whom you have asked, and what has just ended. */
import { useEffect } from "preact/hooks";
import { useStore } from "../../app/store";
import { Empty } from "../../ui/later";
import { Link } from "../../ui/Link";
import { useTitle } from "../../ui/useTitle";
import { t } from "../../i18n/texts";
import { Unreachable } from "../line/api";
import { OnlineBar, Unreached } from "../common/frame";
import { GameRows } from "./GameRows";
import { myGames } from "./games";
import type { Lists, Row } from "./list";
import { NoticeSwitch } from "./NoticeSwitch";
import { o, wrong } from "../common/words";
import { person } from "../line/me";

/** The lists, as long as somebody looks at them. */
export function useMyGames() {
  useEffect(() => myGames.watch(), []);
  return useStore(myGames);
}

function Section({ name, rows, turn, timed }: { name: keyof Lists; rows: Row[]; turn?: boolean; timed?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={`list-${name}`}>
      <div class="head">
        <h2 id={`list-${name}`}>{o(`games.${name}`)}</h2>
        <span>{o("games.count", { count: rows.length })}</span>
        {name === "ended" && <Link href="/records">{t("home.records")}</Link>}
      </div>
      <GameRows rows={rows} turn={turn ?? false} timed={timed ?? true} />
    </section>
  );
}

export function GamesPage() {
  const { lists, error } = useMyGames();
  const { out, known } = useStore(person);
  useTitle(o("games.title"));
  if (lists === undefined && error === undefined) return <Empty />;
  const none = lists === null || (lists && Object.values(lists).every((rows: Row[]) => rows.length === 0));
  return (
    <div class="page">
      <OnlineBar title={o("games.title")} />
      <main id="main" class={known ? "hall" : "hall hall--one"} tabIndex={-1}>
        <div class="col">
          {error instanceof Unreachable && <Unreached error={error} onAgain={() => void myGames.load()} />}
          {error !== undefined && !(error instanceof Unreachable) && (
            <p class="msg msg--bad" role="alert">
              {wrong(error)}
            </p>
          )}
          {lists && (
            <>
              <Section name="yours" rows={lists.yours} turn />
              <Section name="waiting" rows={lists.waiting} />
              <Section name="asked" rows={lists.asked} timed={false} />
              <Section name="ended" rows={lists.ended} timed={false} />
            </>
          )}
          {none && (
            <section class="card unreached">
              <p>{o(out ? "put-out" : "games.none")}</p>
            </section>
          )}
          {!(error instanceof Unreachable) && (
            <div class="acts">
              <Link class={none ? "btn btn--go" : "btn"} href="/friend">
                {o("friend.title")}
              </Link>
              <Link class="btn btn--quiet" href="/you">
                {o("games.move")}
              </Link>
            </div>
          )}
        </div>
        {known && (
          <div class="col">
            <NoticeSwitch />
          </div>
        )}
      </main>
    </div>
  );
}
