/* A link was opened: the game, the time, one's name, and Sit down. Nothing is taken by looking. */
import { useState } from "preact/hooks";
import { useStore } from "../../app/store";
import { StillBoard } from "../../board/StillBoard";
import { isolated } from "../../i18n/isolate";
import { useTitle } from "../../ui/useTitle";
import { gameWords } from "../common/about";
import { api, ApiError, commandId } from "../line/api";
import { OnlineBar } from "../common/frame";
import type { LiveGame } from "../live/live";
import { person } from "../line/me";
import { keepKeys, openLinks, renewLink } from "./links";
import { Refused, SeatLines, SendCard } from "./SendCard";
import { gameOf } from "../../core/table";
import { titleOf } from "../../ui/titles";
import { o, wrong } from "../common/words";

function About({ live }: { live: LiveGame }) {
  return (
    <>
      <div class="preview">
        <StillBoard spec={live.info.game} />
      </div>
      <p class="about-game">{gameWords(live.info).join(". ")}.</p>
    </>
  );
}

/* Takes the seat. If something else happened first, it is taken all the same, as long as the game is the one that was
   read. */
async function claim(live: LiveGame, key: string): Promise<void> {
  const read = gameWords(live.info).join();
  const join = (last: number) => api.join(live.id, { id: commandId(), last, key });
  try {
    await join(live.info.last);
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== "online.stale") throw error;
    const now = await api.game(live.id, key);
    if (gameWords(now).join() !== read) throw new ApiError(409, "settings-changed");
    await join(now.last);
  }
  keepKeys(live.id, [key]); /* a player who leaves may come back */
}

export function Invitation({ live, link, onSat }: { live: LiveGame; link: string; onSat(): void }) {
  useStore(live);
  const [name, setName] = useState(person.name);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const { info } = live;
  const owner = info.seats.find(({ person: who }) => who === info.owner)?.name ?? "";
  const title = owner === "" ? o("asks-you") : o("asks-you-name", { who: isolated(owner) });
  useTitle(title, titleOf(gameOf(info.game)));
  const sit = async () => {
    setBusy(true);
    setFault("");
    try {
      await person.become(name);
      await claim(live, link);
      onSat();
    } catch (error) {
      if (error instanceof ApiError && error.key === "online.already-joined") return onSat();
      setFault(wrong(error));
    }
    setBusy(false);
  };
  return (
    <div class="page">
      <OnlineBar title={titleOf(gameOf(info.game))} />
      <main id="main" class="hall hall--one" tabIndex={-1}>
        <section class="card key1 asked" aria-labelledby="asked">
          <h2 id="asked">{title}</h2>
          <About live={live} />
          <SeatLines live={live} />
          <form
            class="linkrow"
            onSubmit={(event) => {
              event.preventDefault();
              void sit();
            }}
          >
            <label class="sr" for="name">
              {o("your-name")}
            </label>
            <input
              class="field"
              id="name"
              value={name}
              placeholder={o("your-name")}
              maxLength={24}
              autocomplete="nickname"
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <button class="btn btn--go" type="submit" aria-busy={busy || undefined} disabled={busy}>
              {o("sit-down")}
            </button>
          </form>
          {fault !== "" && (
            <p class="msg msg--bad" role="alert">
              {fault}
            </p>
          )}
          <p class="hint">{o("fair")}</p>
        </section>
      </main>
    </div>
  );
}

/** One sits and waits for the others. */
export function Waiting({ live }: { live: LiveGame }) {
  useStore(live);
  const { info } = live;
  const title = titleOf(gameOf(info.game));
  useTitle(o("waiting-title"), title);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const own = info.seats[live.you - 1]?.person === info.owner;
  const renew = async (slot: number) => {
    setBusy(true);
    setFault(await renewLink(live.id, slot).then(() => "", wrong));
    setBusy(false);
  };
  return (
    <div class="page">
      <OnlineBar title={title} detail={o("waiting-title")} />
      <main id="main" class="hall hall--one" tabIndex={-1}>
        <section class="card key1 asked" aria-labelledby="asked">
          <h2 id="asked">{own ? o("send-this") : o("waiting-title")}</h2>
          <p class="about-game">{gameWords(info).join(". ")}.</p>
          {own ? (
            <SendCard
              id={live.id}
              links={openLinks(info)}
              {...{ live, busy }}
              onMake={() => Promise.resolve(live.id)}
              onRenew={(slot) => void renew(slot)}
            />
          ) : (
            <SeatLines live={live} />
          )}
          {fault !== "" && (
            <p class="msg msg--bad" role="alert">
              {fault}
            </p>
          )}
          <Refused live={live} />
          <p class="hint">{o(own ? "link-once" : "board-opens")}</p>
          <div class="acts">
            {own && info.seats.length > 2 && (
              <button class="btn" type="button" onClick={() => live.send("start", { level: 3 })}>
                {o("start-with-programs")}
              </button>
            )}
            <button class="btn btn--quiet" type="button" onClick={() => live.send("leave")}>
              {o(own ? "call-off" : "stand-up")}
            </button>
          </div>
        </section>
      </main>
    </div>
  );
}
