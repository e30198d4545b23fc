/* Whether a player is there, by shape and word; and their clock. */
import { number, t } from "../../i18n/texts";
import { nextFrame } from "../../ui/deferred";
import { useScope } from "../../ui/useScope";
import { clockText, DAY } from "../line/clock";
import type { LiveGame } from "./live";
import { spanText, useTick } from "../common/time";
import { onlineText } from "../common/words";

export type Being = "here" | "away" | "gone" | "engine";

/** Undefined for a free seat. */
export function beingOf(live: LiveGame, seat: number): Being | undefined {
  const { person, level } = live.info.seats[seat - 1]!;
  if (level !== undefined && level >= 0) return "engine";
  if (person === undefined) return undefined;
  return seat === live.you ? "here" : (live.info.presence[seat - 1]?.state ?? "gone");
}

/** Milliseconds since the player of a seat was last there. */
export function silence(live: LiveGame, seat: number): number {
  const seen = live.info.presence[seat - 1]?.seen;
  return seen === undefined ? 0 : Math.max(0, live.now - seen);
}

export function wordOf(live: LiveGame, seat: number, being: Being): string {
  if (being === "engine")
    return live.info.seats[seat - 1]!.person === undefined ? onlineText("program") : onlineText("program-plays");
  if (being !== "away") return onlineText(being);
  return onlineText("away-for", { time: clockText(silence(live, seat)) });
}

export function Disc({ being }: { being: Being }) {
  return <span class={`pres pres--${being}`} aria-hidden="true" />;
}

export const PresenceOf = nextFrame(function PresenceOf({ live, seat }: { live: LiveGame; seat: number }) {
  const being = beingOf(live, seat);
  useTick(1000, being === "away");
  if (being === undefined || (seat === live.you && being !== "engine")) return null;
  return (
    <span class="presence">
      <Disc being={being} />
      <span class="word">{wordOf(live, seat, being)}</span>
    </span>
  );
});

const LOW = 30_000; /* ms */

const ClockFace = nextFrame(function ClockFace({ live, seat }: { live: LiveGame; seat: number }) {
  const { clock } = live.info;
  const runs = live.clocks?.running === seat;
  useTick(200, runs);
  const left = live.left(seat);
  if (left === undefined || clock.kind === "none") return null;
  const low = clock.kind === "time" && runs && left < LOW;
  const text = clock.kind === "days" && left >= DAY / 24 ? spanText(left) : clockText(left);
  return (
    <span class={`clock${runs ? " is-on" : ""}${low ? " is-low" : ""}${clock.kind === "days" ? " is-days" : ""}`}>
      <span class="sr">{onlineText("clock-of", { time: text })}</span>
      <span aria-hidden="true">{text}</span>
      {low && <small>{onlineText("low")}</small>}
    </span>
  );
});

/** The clock, and below it the points if there are some; undefined without a clock. */
export function clockOf(live: LiveGame, seat: number) {
  const { clock } = live.info;
  if (clock.kind === "none" || !live.clocks) return undefined;
  const view = live.session?.game.state.view;
  const points = view?.seats[seat - 1]?.points ?? 0;
  const some = view?.seats.some((each) => each.points > 0) ?? false;
  return (
    <>
      <ClockFace live={live} seat={seat} />
      {some ? (
        <small>
          {number(points)} {t("seat.points", { points })}
        </small>
      ) : (
        clock.kind === "time" &&
        clock.increment > 0 && (
          <small>
            <span class="sr">{onlineText("increment", { seconds: clock.increment })}</span>
            <span aria-hidden="true">{onlineText("increment-short", { seconds: clock.increment })}</span>
          </small>
        )
      )}
    </>
  );
}

const CALLED = [300_000, 60_000, 30_000, 10_000]; /* ms */

/** Speaks the time that the player has left, at five minutes, one minute, thirty and ten seconds. */
export function useClockCalls(live: LiveGame): void {
  useScope(
    (scope) => {
      if (live.info.clock.kind !== "time" || live.you === 0) return;
      let before = live.left(live.you) ?? 0;
      scope.interval(500, () => {
        const left = live.left(live.you) ?? 0;
        const passed = CALLED.find((mark) => before > mark && left <= mark);
        before = left;
        if (passed === undefined || !live.isRunning) return;
        live.session?.speak(onlineText("called", { time: clockText(passed) }));
      });
    },
    [live],
  );
}
