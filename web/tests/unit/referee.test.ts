/* A game whose referee is elsewhere: he answers late, or not as one hoped. On the real core. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Plan } from "../../src/game/plan";
import type { OpenReferee, Referee, Ruling } from "../../src/game/referee";
import type { Session as SessionType } from "../../src/match/session";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("document", { documentElement: { dataset: {}, lang: "" } });

let Session: typeof SessionType;
let Game: typeof import("../../src/game/game").Game;

beforeAll(async () => {
  const table = await import("../../src/core/table");
  await table.openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm"))));
  await (await import("../../src/app/settings")).settings.apply();
  await (await import("../../src/i18n/texts")).needGames(table.games().map(({ id }) => id));
  ({ Session } = await import("../../src/match/session"));
  ({ Game } = await import("../../src/game/game"));
});

/** Writes down what is asked, and says what the test has it say. */
class Far implements Referee {
  asked: string[] = [];
  constructor(readonly say: (ruling: Ruling) => void) {}
  propose(move: string): void {
    this.asked.push(move);
  }
  roll(): void {
    this.asked.push("roll");
  }
  resign(seat: number): void {
    this.asked.push(`resign ${seat}`);
  }
  draw(seat: number): void {
    this.asked.push(`draw ${seat}`);
  }
  takeBack(seat: number): void {
    this.asked.push(`take back ${seat}`);
  }
  redo(): void {}
  close(): void {}
}

function table(spec = "delta"): { session: SessionType; far: Far } {
  const person = { kind: "person", name: "", level: 0 } as const;
  const plan: Plan = { spec, position: "", sides: [person, person], begins: 0, games: 1 };
  let far!: Far;
  const open: OpenReferee = (hear) => (far = new Far(hear));
  return { session: new Session(plan, Game.open(spec, ""), { referee: open }), far };
}
const moves = ({ game }: SessionType) => game.events.map((event) => event.move).join(" ");
const spoken = ({ narrator }: SessionType) => narrator.spoken.map(({ text }) => text).join(" ");

describe("a referee who answers late", () => {
  test("the move is seen at once, pending, and nobody may move until it is confirmed", () => {
    const { session, far } = table();
    session.touch("c3");
    expect(far.asked).toEqual(["c3"]);
    expect([moves(session), session.game.proposed, session.moved]).toEqual(["c3", "c3", 1]);
    expect(spoken(session)).toBe("");
    session.touch("d3");
    expect([far.asked.length, session.touchable.size, session.narrator.note?.text()]).toEqual([
      1,
      0,
      "It is not your turn.",
    ]);
    far.say({ kind: "moved", move: "c3" });
    expect([moves(session), session.game.proposed, session.moved]).toEqual(["c3", undefined, 1]);
    expect(spoken(session)).toContain("on c3");
    session.touch("d3");
    expect(far.asked).toEqual(["c3", "d3"]);
  });

  test("a game that the move would end is over when it is confirmed", () => {
    const { session, far } = table();
    const won = "c3 d4 c3-e3 b2 d3-a3 b2-d2";
    for (const move of won.split(" ")) far.say({ kind: "moved", move });
    const wins = ({ move }: { move: string }) => {
      session.game.propose(move);
      return session.game.over;
    };
    const end = session.game.now.steps.find(wins)!.move;
    far.say({ kind: "refused", why: { key: "note.refused" } });
    expect(moves(session)).toBe(won);
    session.type(end);
    expect([session.game.over, session.match.finished.length]).toEqual([true, 0]);
    far.say({ kind: "moved", move: end });
    expect([session.game.over, session.match.finished.length]).toEqual([true, 1]);
  });

  test("a roll is what he says it is", () => {
    const { session, far } = table("delfino");
    for (const move of ["1.1", "4.4"]) far.say({ kind: "moved", move });
    session.roll();
    expect([far.asked, session.game.events.length]).toEqual([["roll"], 2]);
    far.say({ kind: "rolled", face: "r3" });
    expect([moves(session), session.game.events.at(-1)?.roll]).toEqual(["1.1 4.4 r3", true]);
  });
});

describe("a referee who refuses", () => {
  test("the move goes back, and it is said why", () => {
    const { session, far } = table();
    session.touch("c3");
    far.say({ kind: "refused", why: { key: "note.not-your-turn" } });
    expect([moves(session), session.game.proposed, session.narrator.note?.tone]).toEqual(["", undefined, "why"]);
    expect(session.narrator.note?.text()).toBe("It is not your turn.");
    session.touch("b2");
    expect(moves(session)).toBe("b2");
  });

  test("what came first takes the place of the move", () => {
    const { session, far } = table();
    far.say({ kind: "moved", move: "c3" });
    session.touch("d3");
    /* The other one took his move back before ours arrived, and played another. */
    far.say({ kind: "taken-back", to: 0 });
    expect([moves(session), session.game.proposed]).toEqual(["", undefined]);
    far.say({ kind: "moved", move: "b2" });
    far.say({ kind: "refused", why: { key: "note.not-your-turn" } });
    expect(moves(session)).toBe("b2");
  });

  test("an offer leaves the move pending; resigning, draws and taking back wait for their answers", () => {
    const { session, far } = table();
    far.say({ kind: "moved", move: "c3" });
    session.touch("d3");
    far.say({ kind: "offered", what: "draw", seat: 1 });
    expect(session.game.proposed).toBe("d3");
    far.say({ kind: "moved", move: "d3" });
    session.undo();
    session.offerDraw();
    session.resign(1);
    expect(far.asked).toEqual(["d3", "take back 1", "draw 1", "resign 1"]);
    expect([moves(session), session.game.over]).toEqual(["c3 d3", false]);
    far.say({ kind: "taken-back", to: 1 });
    expect(moves(session)).toBe("c3");
    far.say({ kind: "left", seat: 1 });
    expect([session.game.over, session.match.finished.length]).toEqual([true, 1]);
  });
});
