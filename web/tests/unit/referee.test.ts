/* A game whose referee is elsewhere: it answers late, or not as the player hoped. On the real core. */
import { beforeAll, describe, expect, test } from "vitest";
import { openBoard } from "./support/page";
import { settings } from "../../src/app/settings";
import { games } from "../../src/core/table";
import { Game } from "../../src/game/game";
import type { Plan } from "../../src/game/plan";
import type { OpenReferee, Referee, Ruling } from "../../src/game/referee";
import { needGames } from "../../src/i18n/texts";
import { Session } from "../../src/match/session";

beforeAll(async () => {
  await openBoard();
  await settings.start();
  await needGames(games().map(({ id }) => id));
});

/** Records each request; the test gives the rulings. */
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

function table(spec = "delta"): { session: Session; far: Far } {
  const person = { kind: "person", name: "", level: 0 } as const;
  const plan: Plan = { spec, position: "", sides: [person, person], begins: 0, games: 1 };
  let far!: Far;
  const open: OpenReferee = (hear) => (far = new Far(hear));
  return { session: new Session(plan, Game.open(spec, ""), { referee: open }), far };
}
const moves = ({ game }: Session) => game.events.map((event) => event.move).join(" ");
const spoken = ({ narrator }: Session) => narrator.spoken.map(({ text }) => text).join(" ");

describe("a referee who answers late", () => {
  test("the move is seen at once, pending, and nobody may move until it is confirmed", () => {
    const { session, far } = table();
    session.tap("c3");
    expect(far.asked).toEqual(["c3"]);
    expect([moves(session), session.game.proposed, session.moved]).toEqual(["c3", "c3", 1]);
    expect(spoken(session)).toBe("");
    session.tap("d3");
    expect([far.asked.length, session.selectable.size, session.narrator.note?.text()]).toEqual([
      1,
      0,
      "It is not your turn.",
    ]);
    far.say({ kind: "moved", move: "c3" });
    expect([moves(session), session.game.proposed, session.moved]).toEqual(["c3", undefined, 1]);
    expect(spoken(session)).toContain("on c3");
    session.tap("d3");
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
    session.tap("c3");
    far.say({ kind: "refused", why: { key: "note.not-your-turn" } });
    expect([moves(session), session.game.proposed, session.narrator.note?.tone]).toEqual(["", undefined, "why"]);
    expect(session.narrator.note?.text()).toBe("It is not your turn.");
    session.tap("b2");
    expect(moves(session)).toBe("b2");
  });

  test("what came first takes the place of the move", () => {
    const { session, far } = table();
    far.say({ kind: "moved", move: "c3" });
    session.tap("d3");
    /* The opponent took their move back before ours arrived, and played another. */
    far.say({ kind: "taken-back", to: 0 });
    expect([moves(session), session.game.proposed]).toEqual(["", undefined]);
    far.say({ kind: "moved", move: "b2" });
    far.say({ kind: "refused", why: { key: "note.not-your-turn" } });
    expect(moves(session)).toBe("b2");
  });

  test("an offer leaves the move pending; resigning, draws and taking back wait for their answers", () => {
    const { session, far } = table();
    far.say({ kind: "moved", move: "c3" });
    session.tap("d3");
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
