/* The choices before a match, which become a Plan. They are remembered for each game. */
import { writeLocal, readLocal } from "../app/local";
import { settings } from "../app/settings";
import { CoreError, type Fault } from "../core/module";
import { Table } from "../core/table";
import type { GameFacts, GameOption, State } from "../core/types";
import { t } from "../i18n/texts";
import type { Plan, Side } from "../game/plan";
import { choose } from "../ui/Alarm";

export const LOTS = -1;
export const GAMES_MAX = 20;

export interface SetupChoice {
  sides: Side[];
  /** The side that begins the first game, or LOTS. */
  begins: number;
  /** Value by key, the standard ones too. */
  options: Record<string, string>;
  games: number;
}

const LEVEL = 3;

export function newSide(kind: Side["kind"]): Side {
  return { kind, name: "", level: LEVEL };
}

function standard(facts: GameFacts): SetupChoice {
  return {
    sides: [newSide("person"), newSide("engine")],
    begins: LOTS,
    options: Object.fromEntries(facts.options.map((option) => [option.key, option.standard])),
    games: 1,
  };
}

/* The browser may have stored anything, or what another version wrote. */
function isSide(side: unknown): side is Side {
  const { kind, name, level } = (side ?? {}) as Partial<Side>;
  return (
    (kind === "person" || kind === "engine") &&
    typeof name === "string" &&
    Number.isInteger(level) &&
    level! >= 0 &&
    level! <= 10
  );
}

function savedChoice(game: string): SetupChoice | undefined {
  const { sides, begins, options, games } = readLocal<Partial<SetupChoice>>(`setup.${game}`) ?? {};
  if (!Array.isArray(sides) || sides.length === 0 || !sides.every(isSide)) return undefined;
  if (!Number.isInteger(begins) || begins! < LOTS || !Number.isInteger(games) || games! < 1 || games! > GAMES_MAX)
    return undefined;
  return { sides, begins: begins!, games: games!, options: typeof options === "object" && options ? options : {} };
}

/* A single person at the screen has the name of the settings; of several people the first without a name has it. */
function named(choice: SetupChoice): SetupChoice {
  const people = choice.sides.filter(({ kind }) => kind === "person");
  const own = people.find(({ name }) => people.length === 1 || name === "");
  const sides = choice.sides.map((side) => (side === own ? { ...side, name: settings.choices.name } : side));
  return { ...choice, sides };
}

/** The last choice for this game, as far as it still can be played, else the default; with the player's name. */
export function rememberedChoice(facts: GameFacts): SetupChoice {
  const usual = standard(facts);
  const found = savedChoice(facts.id);
  const options = Object.fromEntries(
    facts.options.map(({ key }) => [key, String(found?.options[key] ?? usual.options[key])]),
  );
  const choice: SetupChoice = { ...usual, ...found, options };
  const look = lookAt(facts, choice.options);
  if (found && look.state) return named(withPlayers(choice, look.state.players));
  const players = lookAt(facts, usual.options).state?.players;
  return named(players === undefined ? usual : withPlayers(usual, players));
}

export function rememberChoice(facts: GameFacts, choice: SetupChoice): void {
  writeLocal(`setup.${facts.id}`, choice);
  const people = choice.sides.filter((side) => side.kind === "person");
  if (people.length === 1) choose({ name: people[0]!.name.trim() });
}

/** The same with so many players: the last ones go, or new ones come. */
export function withPlayers(choice: SetupChoice, players: number): SetupChoice {
  const sides = choice.sides.slice(0, players);
  while (sides.length < players) sides.push(newSide("engine"));
  const options = "players" in choice.options ? { ...choice.options, players: String(players) } : choice.options;
  return { ...choice, sides, options, begins: choice.begins < players ? choice.begins : LOTS };
}

/** "kulami:level=3": only what is not standard. */
export function specOf(facts: GameFacts, options: Record<string, string>): string {
  const told = facts.options.filter(({ key, standard }) => options[key] !== undefined && options[key] !== standard);
  if (told.length === 0) return facts.id;
  return `${facts.id}:${told.map(({ key }) => `${key}=${options[key]}`).join(",")}`;
}

/** How a game with these options begins, or why the core will not have them. */
export interface Preview {
  spec: string;
  state?: State;
  fault?: Fault;
}

/* The same few are asked for again and again: by the page, for a seed that may matter, for remedies. */
const LOOKS_MAX = 32;
const looks = new Map<string, Preview>();

export function lookAt(facts: GameFacts, options: Record<string, string>): Preview {
  const spec = specOf(facts, options);
  const known = looks.get(spec);
  if (known) return known;
  if (looks.size >= LOOKS_MAX) looks.clear();
  const look = opened(spec);
  looks.set(spec, look);
  return look;
}

function opened(spec: string): Preview {
  try {
    const table = Table.open(spec);
    try {
      return { spec, state: table.state() };
    } finally {
      table.close();
    }
  } catch (error) {
    if (error instanceof CoreError) return { spec, fault: error.fault };
    throw error;
  }
}

/** The values of other options, each nearest to the chosen value, that would make the options go together. */
export function remedies(
  facts: GameFacts,
  options: Record<string, string>,
  but: string,
): { key: string; value: string }[] {
  const found: { key: string; value: string }[] = [];
  for (const option of facts.options) {
    if (option.key === but || !isSmall(option)) continue;
    const near = valuesOf(option).sort((a, b) => distance(a, option, options) - distance(b, option, options));
    const value = near.find((one) => lookAt(facts, { ...options, [option.key]: one }).state);
    if (value !== undefined) found.push({ key: option.key, value });
  }
  return found;
}

function distance(value: string, option: GameOption, options: Record<string, string>): number {
  return Math.abs(Number(value) - Number(options[option.key]));
}

/** A number with few enough values to step through. */
export function isSmall(option: GameOption): boolean {
  return option.type === "number" && option.most - option.least <= 20;
}

function valuesOf({ least, most }: GameOption): string[] {
  return Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
}

/* A number with too many values for a stepper is a seed. It is shown where it changes the board. */
export function matters(facts: GameFacts, options: Record<string, string>, option: GameOption): boolean {
  if (option.type !== "number" || isSmall(option)) return true;
  const views = [option.least + 1, option.least + 2, option.least + 3]
    .map((value) => lookAt(facts, { ...options, [option.key]: String(value) }).state)
    .filter((state) => state !== undefined)
    .map(({ view }) => JSON.stringify(view));
  return new Set(views).size > 1;
}

/** The options with one of them changed; a seed that changes nothing any more goes back to its default. */
export function changedOptions(
  facts: GameFacts,
  options: Record<string, string>,
  key: string,
  value: string,
): Record<string, string> {
  const changed = { ...options, [key]: value };
  for (const option of facts.options) if (!matters(facts, changed, option)) changed[option.key] = option.standard;
  return changed;
}

/** The placeholder of an empty name. */
export function nameWanted(sides: Side[], index: number): string {
  const alone = sides.filter(({ kind }) => kind === "person").length === 1;
  return alone ? t("setup.your-name") : t("setup.player", { player: index + 1 });
}

/** The name of a side while it is being set up. */
export function setupName(sides: Side[], index: number): string {
  const side = sides[index]!;
  if (side.kind === "person") {
    if (side.name.trim() !== "") return side.name.trim();
    const alone = sides.filter(({ kind }) => kind === "person").length === 1;
    return alone ? t("setup.you") : t("setup.player", { player: index + 1 });
  }
  const twins = sides.filter(({ kind, level }) => kind === "engine" && level === side.level).length;
  return twins === 1 ? t("level", { level: side.level }) : t("setup.player", { player: index + 1 });
}

/** The plan, with lots drawn where they decide. Several people without a name are called by their number. */
export function planOf(facts: GameFacts, choice: SetupChoice): Plan {
  const people = choice.sides.filter(({ kind }) => kind === "person").length;
  const sides = choice.sides.map((side, index): Side => {
    if (side.kind === "engine") return { ...side, name: "" };
    const name = side.name.trim();
    return { ...side, name: name === "" && people > 1 ? t("setup.player", { player: index + 1 }) : name };
  });
  const begins = choice.begins === LOTS ? lot(sides.length) : choice.begins;
  return { spec: specOf(facts, choice.options), position: "", sides, begins, games: choice.games };
}

/** A fair draw: values that would favour the first ones are drawn again. */
export function lot(count: number): number {
  const whole = Math.floor(2 ** 32 / count) * count;
  for (;;) {
    const value = crypto.getRandomValues(new Uint32Array(1))[0]!;
    if (value < whole) return value % count;
  }
}
