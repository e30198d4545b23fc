/* The core itself, outside the browser: what the page must offer, say and count. It is the very module the page loads,
   and the games are those of tests/data, whose results are known. */
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { wholeCatalogue } from "../../build/catalogue";
import { CoreModule } from "../../src/core/module";
import type { Answers, Arrow, DiagramFacts, GameEvent, LessonStep, Message, Place, State } from "../../src/core/types";
import { wholeState } from "../../src/core/view";
import { format, type Args } from "../../src/i18n/format";

const root = resolve(import.meta.dirname, "../../..");
const built = process.env["ASCONA_WEB"] ?? join(root, "build/web");
const english = wholeCatalogue("en");

/** A sentence of the page in English. */
export function t(key: string, args: Args = {}): string {
  return format(english.page[key]!, args, "en");
}

/** A sentence of a game in English. */
export function say(game: string, message: Message): string {
  return format(english.games[game]?.[message.key] ?? english.common[message.key]!, message.args, "en");
}

let core: Promise<CoreModule> | undefined;

function openCore(): Promise<CoreModule> {
  const folder = join(built, "assets");
  const name = readdirSync(folder).find((file) => /^board-.*\.wasm$/.test(file))!;
  core ??= WebAssembly.compile(readFileSync(join(folder, name))).then((module) => CoreModule.open(module));
  return core;
}

/** The steps of a first game. */
export async function lessonOf(text: string): Promise<LessonStep[]> {
  return (await openCore()).ask("lesson_read", text).steps;
}

/** The diagrams of a game's rules. */
export async function diagramsOf(game: string, text: string): Promise<DiagramFacts[]> {
  return (await openCore()).ask("diagrams_read", game, text).diagrams;
}

/** A game whose moves and result are known. */
export interface Known {
  spec: string;
  moves: string[];
  points: number[];
  /** What the dice of the game start from. */
  seed?: bigint;
}

/** The shortest game of tests/data with these options. */
export function vector(spec: string): Known {
  const lines = readFileSync(join(root, "tests/data/games.jsonl"), "utf8").trim().split("\n");
  const games = lines.map((line) => JSON.parse(line) as { game: string; moves: string[]; points: number[] });
  const [shortest] = games.filter(({ game }) => game === spec).sort((a, b) => a.moves.length - b.moves.length);
  return { spec, moves: shortest!.moves, points: shortest!.points };
}

/** A game of the folder `games`, as `ascona match --save` wrote it: it says what its dice started from. */
export async function recorded(name: string): Promise<Known> {
  const text = readFileSync(join(import.meta.dirname, "games", name), "utf8");
  const tag = (wanted: string) => new RegExp(`^\\[${wanted} "(.*)"\\]`, "m").exec(text)![1]!;
  const referee = await Referee.from("record_open", text);
  const moves = referee.events().map(({ move }) => move);
  return {
    spec: referee.state.game,
    moves,
    points: tag("Points").split(" ").map(Number),
    seed: BigInt(tag("Dice").replace("seed=", "")),
  };
}

export class Referee {
  state: State;

  private constructor(
    readonly core: CoreModule,
    readonly number: number,
  ) {
    this.state = this.#look();
  }

  static async open(spec: string, moves: string[] = []): Promise<Referee> {
    const referee = await Referee.from("table_open", spec, "");
    for (const move of moves) referee.play(move);
    return referee;
  }

  static async from<What extends "table_open" | "record_open">(
    what: What,
    ...args: Parameters<Answers[What]>
  ): Promise<Referee> {
    const core = await openCore();
    return new Referee(core, core.ask(what, ...args).table);
  }

  #look(): State {
    const { core, number } = this;
    return wholeState(core.ask("table_state", number, -1), core.ask("table_terrain", number, -1));
  }

  events(): GameEvent[] {
    return this.core.ask("table_events", this.number).events;
  }

  play(move: string): void {
    this.core.ask("table_play", this.number, move);
    this.state = this.#look();
  }

  /** What a person touches, in order, to make a move. */
  touches(move: string): string[] {
    const found = this.state.steps.find((step) => step.move === move);
    if (!found) throw new Error(`${move} is not legal here`);
    return found.steps;
  }

  /** Why a touch, after those made, leads nowhere. */
  why(touched: string[], token: string): string {
    return say(this.state.id, this.core.ask("table_why", this.number, touched.join(" "), token).why!);
  }

  place(id: string): Place | undefined {
    return this.state.view.places.find((place) => place.id === id);
  }

  /** What stands on a place, in words; "" if nothing is said about it. */
  standing(id: string): string {
    const { state } = this.place(id)!;
    return state ? say(this.state.id, state) : "";
  }

  /** What a thing beside the board is called: a control, or men in hand. */
  called(id: string): string {
    const { controls, stocks } = this.state.view;
    return say(this.state.id, [...controls, ...stocks].find((thing) => thing.id === id)!.name);
  }

  /** The arrows that lead from one place to another. */
  way(from: string, to: string): Arrow[] {
    const ways = new Map<string, Arrow[]>([[from, []]]);
    for (const [id, way] of ways) {
      if (id === to) return way;
      for (const [arrow, next] of Object.entries(this.place(id)!.next) as [Arrow, string | null][])
        if (next !== null && !ways.has(next)) ways.set(next, [...way, arrow]);
    }
    throw new Error(`no arrows lead from ${from} to ${to}`);
  }

  /** The first seat of the best, or 0 for a draw. */
  get winner(): number {
    return Number(/^p(\d)win$/.exec(this.state.result)?.[1] ?? 0);
  }
}
