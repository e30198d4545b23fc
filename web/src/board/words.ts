/* What the board says: the name of every place, and the answers to the speaking keys. */
import type { Mark, Message, Place, State } from "../core/types";
import { say, t } from "../i18n/texts";
import type { Spot } from "./places";

interface Showing {
  state: State;
  selected: string[];
  selectable: ReadonlySet<string>;
  hint: string[];
  leads: boolean;
  threats: boolean;
}

/** What can be selected after these. */
type Next = (selected: string[]) => ReadonlySet<string>;

const MARKS = {
  from: "cell.from",
  to: "cell.to",
  put: "cell.put",
  taken: "cell.taken",
  turned: "cell.turned",
  won: "cell.won",
  prey: "cell.prey",
  caged: "cell.caged",
} as const;

/** What is said to those who want to see it. */
const THREATS = new Set<Mark>(["prey", "caged"]);

function standing(state: State, place: Place): string {
  return place.state ? say(state.id, place.state) : "";
}

/** Words that stay what they are for the places of one table: a large board has 192, and all are named at every selection. */
export class Names {
  readonly #said = new Map<string, string>();

  say(game: string, message: Message, place = ""): string {
    const key = `${message.key} ${place}`;
    let said = this.#said.get(key);
    if (said === undefined) this.#said.set(key, (said = say(game, message)));
    return said;
  }

  of(state: State, place: Place): string[] {
    const what = place.state;
    const stands =
      what === null ? "" : Object.keys(what.args).length === 0 ? this.say(state.id, what) : say(state.id, what);
    const where = place.where === null ? "" : this.say(state.id, place.where, place.id);
    return [this.say(state.id, place.name, place.id), stands, where];
  }
}

/* What belongs to the place alone, as a list of words. */
function about({ state, leads, threats }: Showing, place: Place, names: Names): string[] {
  const region = place.region === null ? undefined : state.view.regions[place.region];
  const barred = place.marks.includes("barred") || (region?.marks.includes("barred") && place.man === null);
  const words = names.of(state, place);
  for (const mark of place.marks) if (mark !== "barred" && (threats || !THREATS.has(mark))) words.push(t(MARKS[mark]));
  if (leads && region?.state) words.push(say(state.id, region.state));
  if (barred) words.push(t("cell.barred"));
  return words.filter((word) => word !== "");
}

/** The accessible name of every place. */
export function placeLabels(showing: Showing, names: Names): Map<string, string> {
  const { state, selected, selectable, hint } = showing;
  const labels = new Map<string, string>();
  const [chosen, target, mine, hinted] = [t("cell.chosen"), t("cell.target"), t("cell.mine"), t("cell.hint")];
  for (const place of state.view.places) {
    const words = about(showing, place, names);
    if (selected.includes(place.id)) words.push(chosen);
    else if (selectable.has(place.id)) words.push(selected.length > 0 || place.man === null ? target : mine);
    if (hint.includes(place.id)) words.push(hinted);
    labels.set(place.id, words.join(", "));
  }
  return labels;
}

const list = (parts: string[]) => parts.join(", ");
const player = (state: State, seat: number) => say(state.id, state.view.seats[seat - 1]!.name);

function lastMove({ state }: Showing): string {
  if (!state.last) return t("speak.no-last");
  const { move, player: who } = state.last;
  if (typeof who !== "number") return t("speak.last-roll", { move });
  return t("speak.last", { who: player(state, who), move });
}

function men({ state }: Showing): string {
  const groups = new Map<string, Place[]>();
  for (const place of state.view.places) {
    if (place.man === null) continue;
    const group = groups.get(place.man);
    if (group) group.push(place);
    else groups.set(place.man, [place]);
  }
  if (groups.size === 0) return t("speak.no-men");
  const seats = state.view.seats.map((seat) => seat.kind);
  const order = (kind: string) => (seats.indexOf(kind) + seats.length + 1) % (seats.length + 1);
  const sentences = [...groups]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([kind, places]) => {
      const seat = seats.indexOf(kind);
      const who = seat >= 0 ? player(state, seat + 1) : standing(state, places[0]!);
      return t("speak.men", {
        who: who.charAt(0).toLocaleUpperCase() + who.slice(1),
        places: list(places.map((place) => place.id)),
      });
    });
  return sentences.join(" ");
}

/* A whole row; of a long one only what stands on it. */
function row({ state }: Showing, spots: Spot[]): string {
  const places = spots.map((spot) => spot.place);
  const first = places[0]!.id;
  const last = places.at(-1)!.id;
  const taken = places.filter((place) => place.man !== null || place.ground !== null);
  if (taken.length === 0) return t("speak.row-free", { first, last });
  const what = taken.map((place) => t("speak.on", { place: place.id, what: standing(state, place) }));
  return t(taken.length < places.length ? "speak.row" : "speak.row-full", { first, last, men: what.join("; ") });
}

function targets({ state, selected, selectable }: Showing, place: Place, nextOf: Next): string {
  if (state.at < state.events) return t("note.past");
  if (selectable.size === 0) return t("note.not-your-turn");
  const steps = selected.length > 0 ? selected : [place.id];
  const next = [...nextOf(steps)];
  const from = steps.at(-1)!;
  if (next.length > 0) return t("speak.targets", { place: from, targets: list(next) });
  return t(selectable.has(from) ? "speak.target-here" : "speak.no-targets", { place: from });
}

function points({ state }: Showing): string {
  const sentences = state.view.seats.map((seat, index) => {
    const who = player(state, index + 1);
    if (seat.goal > 0) return t("speak.points-goal", { who, points: seat.points, goal: seat.goal });
    if (seat.state) return t("speak.points-of", { who, points: seat.points, what: say(state.id, seat.state) });
    return t("speak.points", { who, points: seat.points });
  });
  return sentences.join(" ");
}

/** The answer to a speaking key, or undefined: the key is no such one. */
export function spoken(key: string, showing: Showing, place: Place, spots: Spot[], next: Next): string | undefined {
  switch (key) {
    case "l":
      return lastMove(showing);
    case "m":
      return men(showing);
    case "r":
      return row(showing, spots);
    case "t":
      return targets(showing, place, next);
    case "p":
      return points(showing);
    default:
      return undefined;
  }
}
