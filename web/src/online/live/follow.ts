/* The state of a game after an event, as far as the event says it. The server is asked for the rest: names, and the person
   of a seat. */
import type { GameInfo, OnlineEvent, OnlineSeat } from "../line/types";

/* Events that say less than what changes. A seat that is given back changes hands at a turn, without an event. */
const UNCLEAR = new Set<OnlineEvent["type"]>(["joined", "started", "seat-returned"]);

export const leavesQuestions = ({ seats }: GameInfo, { type }: OnlineEvent): boolean =>
  UNCLEAR.has(type) || seats.some(({ returning }) => returning);

const ENDS_OFFER = new Set<OnlineEvent["type"]>([
  "withdrawn",
  "declined",
  "moved",
  "rolled",
  "taken-back",
  "seat-given",
  "ended",
  "rematch",
]);

const endsOffer = ({ type, cause }: OnlineEvent) => ENDS_OFFER.has(type) || (type === "left" && cause !== "away");

/* Other settings, while only the owner has a seat. */
function afterChange(info: GameInfo, event: OnlineEvent): GameInfo {
  const { game = info.game, clock = info.clock, seats = [], match, before } = event;
  const { match: _match, before: _before, ...rest } = info;
  const me = info.seats[info.you - 1]?.person;
  const named = seats.map((seat): OnlineSeat => {
    const name = info.seats.find(({ person }) => person !== undefined && person === seat.person)?.name;
    return name === undefined ? seat : { ...seat, name };
  });
  return {
    ...rest,
    game,
    clock,
    random_seats: event.random_seats === true,
    private: event.private === true,
    ...(match && { match }),
    ...(before !== undefined && { before }),
    seats: named,
    you: me === undefined ? 0 : seats.findIndex(({ person }) => person === me) + 1,
  };
}

/* Before the start the seat is free again. */
function afterLeaving(info: GameInfo, { seat = 0, cause }: OnlineEvent): GameInfo {
  if (info.state !== "invited") return withSeat(info, seat, cause === "away" ? { away: true } : { left: true });
  const presence = info.presence.map((each, index) => (index + 1 === seat ? {} : each));
  const seats = info.seats.map((each, index) => (index + 1 === seat ? {} : each));
  return { ...info, seats, presence, you: info.you === seat ? 0 : info.you };
}

function withSeat(info: GameInfo, seat: number, change: Partial<OnlineSeat>): GameInfo {
  return { ...info, seats: info.seats.map((each, index) => (index + 1 === seat ? { ...each, ...change } : each)) };
}

function afterMove(info: GameInfo, seat = 0): GameInfo {
  if (!info.seats[seat - 1]?.away) return info;
  const seats = info.seats.map(({ away, ...each }, index) => (index + 1 === seat || !away ? each : { ...each, away }));
  return { ...info, seats };
}

function afterOffer(info: GameInfo, { offer, seat = 0, from, by: person }: OnlineEvent): GameInfo {
  const by = offer === "engine" ? (from ?? info.seats.findIndex((each) => each.person === person) + 1) : seat;
  return { ...info, offer: { offer: offer!, by, seat, accepted: [by] } };
}

function changed(info: GameInfo, event: OnlineEvent): GameInfo {
  const { seat = 0, cause, points } = event;
  const { offer } = info;
  switch (event.type) {
    case "changed":
      return afterChange(info, event);
    case "moved":
    case "rolled":
      return afterMove(info, seat);
    case "offered":
      return afterOffer(info, event);
    case "accepted":
      return offer ? { ...info, offer: { ...offer, accepted: [...offer.accepted, seat] } } : info;
    case "left":
      return afterLeaving(info, event);
    case "seat-given":
      return withSeat(info, seat, { level: event.level! });
    case "made-private":
      return { ...info, private: true };
    case "ended":
      return { ...info, state: "ended", ...(cause && { cause }), ...(points && { points }) };
    case "rematch":
      return { ...info, next: event.next! };
    default:
      return info;
  }
}

export function infoAfter(info: GameInfo, event: OnlineEvent): GameInfo {
  const after: GameInfo = { ...changed(info, event), last: event.n };
  if (endsOffer(event)) delete after.offer;
  return after;
}
