/* A link was opened: the game, the time, the player's name, and Sit down. Looking at it takes no seat. */
import { useState } from "preact/hooks";
import { PositionBoard } from "../../board/StillBoard";
import { isolated } from "../../i18n/isolate";
import { Alert } from "../../ui/Status";
import { useTitle } from "../../ui/useTitle";
import { gameWords } from "../common/about";
import { api, ApiError, commandId } from "../line/api";
import { OnlineBar } from "../common/frame";
import type { LiveGame } from "../live/live";
import { person } from "../line/me";
import type { RoomSettings } from "../line/types";
import { openLinks, renewLink, saveKeys } from "./links";
import { Refused, SeatLines, SendCard } from "./SendCard";
import { gameOf } from "../../core/table";
import { titleOf } from "../../ui/titles";
import { onlineText, wrong } from "../common/words";

function About({ live }: { live: LiveGame }) {
  return (
    <>
      <div class="preview">
        <PositionBoard spec={live.info.game} />
      </div>
      <p class="about-game">{gameWords(live.info).join(". ")}.</p>
    </>
  );
}

/* Takes the seat, also if something else happened first, unless the settings are not those that the player has read. */
async function claim(live: LiveGame, key: string): Promise<void> {
  const settingsOf = ({ game, clock, random_seats, private: hidden, match }: RoomSettings) =>
    JSON.stringify([game, clock, random_seats, hidden, match]);
  const read = settingsOf(live.info);
  const join = (last: number) => api.join(live.id, { id: commandId(), last, key });
  try {
    await join(live.info.last);
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== "online.stale") throw error;
    const now = await api.game(live.id, key);
    if (settingsOf(now) !== read) throw new ApiError(409, "settings-changed");
    await join(now.last);
  }
  saveKeys(live.id, [key]); /* a player who leaves may come back */
}

export function Invitation({ live, link, onSat }: { live: LiveGame; link: string; onSat(): void }) {
  const [name, setName] = useState(person.name);
  const [fault, setFault] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { info } = live;
  const owner = info.seats.find(({ person: who }) => who === info.owner)?.name ?? "";
  const title = owner === "" ? onlineText("asks-you") : onlineText("asks-you-name", { who: isolated(owner) });
  useTitle(title, titleOf(gameOf(info.game)));
  const sit = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await person.become(name);
      await claim(live, link);
      onSat();
    } catch (error) {
      if (error instanceof ApiError && error.key === "online.already-joined") return onSat();
      setFault(error);
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
              {onlineText("your-name")}
            </label>
            <input
              class="field"
              id="name"
              value={name}
              placeholder={onlineText("your-name")}
              maxLength={24}
              autocomplete="nickname"
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <button class="btn btn--go" type="submit" aria-busy={isBusy || undefined} disabled={isBusy}>
              {onlineText("sit-down")}
            </button>
          </form>
          {fault !== undefined && <Alert as="p">{wrong(fault)}</Alert>}
          <p class="hint">{onlineText("fair")}</p>
        </section>
      </main>
    </div>
  );
}

/** The player has a seat and waits for the others. */
export function Waiting({ live }: { live: LiveGame }) {
  const { info } = live;
  const title = titleOf(gameOf(info.game));
  useTitle(onlineText("waiting-title"), title);
  const [fault, setFault] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const own = info.seats[live.you - 1]?.person === info.owner;
  const renew = async (slot: number) => {
    setBusy(true);
    await renewLink(live.id, slot).then(() => setFault(undefined), setFault);
    setBusy(false);
  };
  return (
    <div class="page">
      <OnlineBar title={title} detail={onlineText("waiting-title")} />
      <main id="main" class="hall hall--one" tabIndex={-1}>
        <section class="card key1 asked" aria-labelledby="asked">
          <h2 id="asked">{own ? onlineText("send-this") : onlineText("waiting-title")}</h2>
          <p class="about-game">{gameWords(info).join(". ")}.</p>
          {own ? (
            <SendCard
              id={live.id}
              links={openLinks(info)}
              {...{ live, isBusy }}
              onMake={() => Promise.resolve(live.id)}
              onRenew={(slot) => void renew(slot)}
            />
          ) : (
            <SeatLines live={live} />
          )}
          {fault !== undefined && <Alert as="p">{wrong(fault)}</Alert>}
          <Refused live={live} />
          <p class="hint">{onlineText(own ? "link-once" : "board-opens")}</p>
          <div class="acts">
            {own && info.seats.length > 2 && (
              <button class="btn" type="button" onClick={() => live.send("start", { level: 3 })}>
                {onlineText("start-with-programs")}
              </button>
            )}
            <button class="btn btn--quiet" type="button" onClick={() => live.send("leave")}>
              {onlineText(own ? "call-off" : "stand-up")}
            </button>
          </div>
        </section>
      </main>
    </div>
  );
}
