/* Which marks a game puts on its board: read from its view, so that the legend has no others. */
import { signal } from "@preact/signals";
import type { Scope } from "../app/scope";
import { settings, type Choices } from "../app/settings";
import type { Mark, State } from "../core/types";
import type { Game } from "./game";
import type { Match } from "./match";

const NONE: ReadonlySet<string> = new Set();

/** "new-figure-nose" is a figure. */
const shapeMark = (kind: string): string => kind.replace("new-", "").split("-")[0]!;

/** The marks that are on the board now or may be at any time; optional ones only if they are switched on. */
export function marksOn(
  { steps, view, seat }: State,
  { leads = false, threats = false }: Partial<Pick<Choices, "leads" | "threats">> = {},
): string[] {
  const { places, regions, shapes, seats } = view;
  const own = seats[seat - 1]?.kind;
  const men = new Map(places.map(({ id, man }) => [id, man]));
  const taken = steps.flatMap(({ steps: [, ...ids] }) => ids.flatMap((id) => men.get(id) ?? []));
  const others = (kind: string) => kind !== own && seats.some((each) => each.kind === kind);
  const marked = (mark: Mark) => places.some(({ marks }) => marks.includes(mark));
  const travelled = marked("from");
  return [
    "target",
    "refused",
    ...(steps.some((step) => step.steps.length > 1) ? ["hand"] : []),
    ...(taken.some(others) ? ["capture"] : []),
    ...(taken.some((kind) => !others(kind)) ? ["choice"] : []),
    ...(leads ? regions.flatMap(({ leader }) => (leader > 0 ? [`lead-${leader}`] : [])) : []),
    ...(threats ? (["prey", "caged"] as const).filter(marked) : []),
    ...(travelled ? ["from"] : marked("to") ? ["to"] : []),
    ...(["put", "taken"] as const).filter(marked),
    ...(regions.some(({ marks }) => marks.includes("barred")) ? ["barred"] : []),
    ...shapes.map(({ kind }) => shapeMark(kind)),
  ];
}

/** The marks that were on the board of the game so far: the legend explains one also after it has gone. */
export class SeenMarks {
  readonly #all = signal(NONE);

  constructor(scope: Scope, match: Match) {
    let last: Game | undefined;
    scope.effect(() => {
      const { game } = match;
      const { leads, threats } = settings.choices;
      const now = marksOn(game.now, { leads: leads || game.over, threats });
      const before = game === last ? this.#all.peek() : NONE;
      last = game;
      if (before === NONE || now.some((mark) => !before.has(mark))) this.#all.value = new Set([...before, ...now]);
    });
  }

  get all(): ReadonlySet<string> {
    return this.#all.value;
  }
}
