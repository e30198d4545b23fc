/* A number of the engine as it is shown: for which player, how much, and how sure. It is from the side of the player who is
   ahead: at most -2 for Red is at least 2 for Black. */
import type { Analysis, Certainty, Line, Roll } from "../core/types";

export type Sureness = "proved" | "solved" | "least" | "most" | "estimate";

export interface Value {
  /** The player it is for; 0: nobody is ahead. */
  seat: number;
  sure: Sureness;
  /** Points, or percent. */
  amount: number;
}

/** The meaning of the numbers of a game. */
export interface Scale {
  score: "margin" | "chance";
  players: number;
}

const SURE: Record<Certainty, Sureness> = { exact: "proved", lower: "least", upper: "most", estimate: "estimate" };

const turned = (sure: Sureness): Sureness => (sure === "least" ? "most" : sure === "most" ? "least" : sure);

/* An estimate promises no more than it knows: a decimal for points, none for percent, and never all or nothing. */
function percent(amount: number, sure: Sureness): number {
  if (sure === "estimate") return Math.min(99, Math.max(1, Math.round(amount)));
  if (amount === 0 || amount === 100) return amount;
  return Math.min(99.9, Math.max(0.1, Math.round(10 * amount) / 10));
}

function margin(player: number, value: number, sure: Sureness): Value {
  const amount = sure === "estimate" ? Math.round(10 * value) / 10 : value;
  if (amount > 0) return { seat: player, sure, amount };
  if (amount < 0) return { seat: 3 - player, sure: turned(sure), amount: -amount };
  if (sure === "least") return { seat: player, sure, amount: 0 };
  if (sure === "most") return { seat: 3 - player, sure: "least", amount: 0 };
  return { seat: 0, sure, amount: 0 };
}

function chance(player: number, value: number, sure: Sureness): Value {
  if (value >= 50) return { seat: player, sure, amount: percent(value, sure) };
  return { seat: 3 - player, sure: turned(sure), amount: percent(100 - value, sure) };
}

/** A score for the player to move. If more than two play it is their chance, else that of the player who is ahead. */
export function worth(
  line: Pick<Line, "kind" | "value">,
  player: number,
  { score, players }: Scale,
  solved = false,
): Value {
  const sure = solved && line.kind === "exact" ? "solved" : SURE[line.kind];
  if (score === "margin") return margin(player, line.value, sure);
  if (players > 2) return { seat: player, sure, amount: percent(line.value, sure) };
  return chance(player, line.value, sure);
}

/* The value of the best line is that of the position only if no other can be better: one that is at least so much, or is
   only guessed, may be. */
function positionKind(lines: Line[]): Certainty {
  const [best, ...others] = lines as [Line, ...Line[]];
  const open = others.some(({ kind, value }) => kind === "lower" || (kind === "estimate" && value > best.value));
  if (best.kind === "exact" && open) return "lower";
  return best.kind;
}

/** Whole percents with the same sum: what rounding loses is added where it lost most. */
export function wholePercents(chances: number[]): number[] {
  const whole = chances.map(Math.floor);
  const most = chances
    .map((chance, index) => ({ index, rest: chance - whole[index]! }))
    .sort((a, b) => b.rest - a.rest);
  const left =
    Math.round(chances.reduce((sum, chance) => sum + chance, 0)) - whole.reduce((sum, part) => sum + part, 0);
  for (const { index } of most.slice(0, left)) whole[index]!++;
  return whole;
}

/** The same for an estimate: no player who is still in the game has all or nothing. The difference is taken from the
    largest. */
export function estimatedPercents(chances: number[], left: number[] = []): number[] {
  const whole = wholePercents(chances).map((percent, index) => (left.includes(index + 1) ? 0 : Math.max(1, percent)));
  const most = whole.indexOf(Math.max(...whole));
  whole[most]! += 100 - whole.reduce((sum, percent) => sum + percent, 0);
  return whole;
}

/** Nothing is left to be found: every line that was looked for is proved, or every face of the roll that is due. */
export function isProved({ lines, roll }: Pick<Analysis, "lines" | "roll">): boolean {
  const all = lines.length > 0 ? lines : (roll?.faces ?? []);
  return all.length > 0 && all.every(({ kind }) => kind === "exact");
}

/** The value of a roll for the player who rolls, in whole percents. */
export function averageOf(roll: Roll): number {
  const proved = roll.faces.every(({ kind }) => kind === "exact");
  return Math.round(percent(roll.average, proved ? "proved" : "estimate"));
}

/** The chance of every player, in percent. */
export function chancesOf({ lines, roll }: Analysis): number[] | undefined {
  return roll && lines.length === 0 ? roll.averages : lines[0]?.chances;
}

/* How sure a chance is: a proof is about the player to move or to roll, and if two play about both. */
function chanceSure(analysis: Analysis, own: boolean): Sureness {
  if (!own) return "estimate";
  if (analysis.lines.length > 0) return SURE[positionKind(analysis.lines)];
  return isProved(analysis) ? "proved" : "estimate";
}

/** The value of the position; undefined: nothing is known yet. */
export function verdictOf(analysis: Analysis, scale: Scale): Value | undefined {
  const { lines, player, solved } = analysis;
  const chances = chancesOf(analysis);
  if (scale.score === "chance" && chances && (scale.players > 2 || lines.length === 0)) {
    const most = Math.max(...chances);
    const seat = chances.indexOf(most) + 1;
    const sure = chanceSure(analysis, seat === player || scale.players === 2);
    return { seat, sure, amount: percent(most, sure) };
  }
  if (lines.length === 0) return undefined;
  return worth({ kind: positionKind(lines), value: lines[0]!.value }, player, scale, solved);
}

/** How far a ruler goes to either side. */
export function reachOf(amount: number): number {
  return [10, 20, 40].find((reach) => amount <= reach) ?? Math.ceil(amount / 20) * 20;
}
