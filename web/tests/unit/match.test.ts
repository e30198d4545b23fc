/* The model of a match, on the real core and engine: touches, taking back, the computer, matches, saving. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openBoard, TestWorker } from "./support/page";
import { Scope } from "../../src/app/scope";
import { settings } from "../../src/app/settings";
import { games, recordGames, recordTags, Table } from "../../src/core/table";
import { engine as engineService } from "../../src/engine/engine";
import { needColours } from "../../src/game/colours";
import { valueText } from "../../src/game/hint";
import type { Plan, Side } from "../../src/game/plan";
import { marksOn } from "../../src/game/marks";
import { needGames, needLater } from "../../src/i18n/texts";
import { currentMatch } from "../../src/match/current";
import { Session } from "../../src/match/session";
import { entries, playersOf, remove, restore, resultOf, sumOf, textsOf } from "../../src/records/entries";
import { gameStorage } from "../../src/storage/games";
import { summaryOf } from "../../src/storage/summary";

const finishedGames = async () => (await gameStorage.records()).map(({ text }) => text);
/** The match that was played last, as a page that is loaded again finds it. */
const back = (): Session => Session.back(gameStorage.matches[0]!);

beforeAll(async () => {
  await openBoard();
  await settings.start();
  await needLater();
  await needGames(games().map(({ id }) => id));
  await gameStorage.open();
  await engineService.prepare();
});

/* The matches on the screen. */
const visits = new Map<Session, Scope>();
const enter = (session: Session) => {
  const visit = new Scope();
  visits.set(session, visit);
  session.enter(visit);
};
const leave = (session: Session) => visits.get(session)!.end();

beforeEach(async () => {
  localStorage.clear();
  for (const { id } of gameStorage.matches) gameStorage.deleteMatch(id);
  for (const { id } of await gameStorage.records()) gameStorage.deleteRecord(id);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(async () => {
  for (const visit of visits.values()) visit.end();
  visits.clear();
  TestWorker.resume();
  vi.useRealTimers();
  await settings.choose({ confirm: false });
});

const person: Side = { kind: "person", name: "", level: 0 };
const engine: Side = { kind: "engine", name: "", level: 1 };
const plan = (spec: string, sides: Side[], more: Partial<Plan> = {}): Plan => ({
  spec,
  position: "",
  sides,
  begins: 0,
  games: 1,
  ...more,
});
const twoPeople = (spec: string, more: Partial<Plan> = {}) => Session.begin(plan(spec, [person, person], more));
const againstEngine = (spec: string, more: Partial<Plan> = {}) => {
  const session = Session.begin(plan(spec, [person, engine], more));
  enter(session);
  return session;
};
const touch = (session: Session, ids: string) => ids.split(" ").forEach((id) => session.tap(id));
const moves = (session: Session) => session.game.events.map((event) => event.move).join(" ");
/** Both pawns stand on a card: now somebody rolls. */
const placed = (session: Session) => {
  while (session.match.personToMove > 0 && session.game.now.turn !== "chance")
    session.type(session.game.now.steps[0]!.move);
};
/** Until nothing more happens by itself. */
const settle = async () => {
  for (let i = 0; i < 40; i++) {
    await TestWorker.idle();
    await vi.advanceTimersByTimeAsync(500);
  }
};
/* White's relay: four on the fourth rank after these moves. */
const nearlyWon = "c3 d3 c3-a3 c3 a3-a1 d3-d1 b3-b5 d1-a4";

describe("touches", () => {
  test("make a move, one after the other", () => {
    const session = twoPeople("delta");
    touch(session, "c3 d3 c3");
    expect(session.selection.selected).toEqual(["c3"]);
    expect([...session.selectable].sort()).toEqual(["a1", "a3", "a5", "c1", "c5", "e1", "e5"]);
    touch(session, "a3");
    expect(moves(session)).toBe("c3 d3 c3-a3");
    expect(session.selection.selected).toEqual([]);
    expect(session.moved).toBe(3);
  });

  test("the same man again is let go", () => {
    const session = twoPeople("delta");
    touch(session, "c3 d3 c3 c3");
    expect(session.selection.selected).toEqual([]);
  });

  test("one that leads nowhere says why and leaves the man in hand", () => {
    const session = twoPeople("delta");
    touch(session, "c3 d3 c3 c4");
    expect(session.selection.selected).toEqual(["c3"]);
    expect(session.selection.refused).toBe("c4");
    expect(session.narrator.note?.tone).toBe("why");
    expect(session.narrator.note?.text()).toMatch(/^c4 is too near/);
    vi.advanceTimersByTime(1300);
    expect(session.selection.refused).toBeUndefined();
  });

  test("another man is taken instead", () => {
    const session = twoPeople("delta");
    for (const move of nearlyWon.split(" ")) expect(session.type(move)).toBe(true);
    const [one, other] = [...session.selectable];
    touch(session, `${one} ${other}`);
    expect(session.selection.selected).toEqual([other]);
  });

  test("wait for a word when the person wants that", async () => {
    await settings.choose({ confirm: true });
    const session = twoPeople("delta");
    touch(session, "c3");
    expect(session.unconfirmed).toBe("c3");
    expect(moves(session)).toBe("");
    session.release();
    expect(session.unconfirmed).toBeUndefined();
    touch(session, "c3 c3");
    expect(moves(session)).toBe("c3");
    touch(session, "d3");
    session.confirm();
    expect(moves(session)).toBe("c3 d3");
  });

  test("the die is rolled and never chosen", () => {
    const session = twoPeople("delfino");
    placed(session);
    expect(session.game.state.turn).toBe("chance");
    expect(session.selectable.size).toBe(0);
    session.tap("r4");
    expect(session.type("r4")).toBe(false);
    expect(session.game.events.length).toBe(2);
    session.roll();
    expect(session.game.events.at(-1)?.roll).toBe(true);
  });
});

describe("typing", () => {
  test("plays, or says why not", () => {
    const session = twoPeople("delta");
    expect(session.type(" c3 ")).toBe(true);
    expect(session.type("c3")).toBe(false);
    expect(session.narrator.note?.text()).toMatch(/^c3 is taken/);
    expect(session.type("")).toBe(false);
    expect(moves(session)).toBe("c3");
  });
});

describe("the engine", () => {
  test("answers, not sooner than the eye can follow", async () => {
    const session = againstEngine("delta");
    const drawn = new Scope();
    let times = 0;
    drawn.watch(
      () => session.computerPlayers.thinking,
      () => times++,
    );
    session.tap("c3");
    expect(session.computerPlayers.thinking?.seat).toBe(2);
    await vi.advanceTimersByTimeAsync(0); /* the question is on its way */
    await TestWorker.idle();
    await vi.advanceTimersByTimeAsync(400);
    expect(session.game.events.length).toBe(1);
    await settle();
    expect(session.game.events.length).toBe(2);
    expect(session.computerPlayers.thinking).toBeUndefined();
    expect(times).toBe(2); /* reports redraw nothing */
    drawn.end();
    expect(session.match.personToMove).toBe(1);
  });

  test("begins when its side begins", async () => {
    const session = againstEngine("kulami", { begins: 1 });
    await settle();
    expect(session.game.events.map((event) => event.seat)).toEqual([1]);
    expect(session.match.self).toBe(2);
  });

  test("does not think before the match is on the screen, nor after", async () => {
    const session = Session.begin(plan("delta", [person, engine]));
    session.tap("c3");
    await settle();
    expect(session.game.events.length).toBe(1);
    enter(session);
    leave(session);
    await settle();
    expect(session.game.events.length).toBe(1);
    session.undo();
    session.tap("b2");
    expect(session.computerPlayers.thinking).toBeUndefined();
    await settle();
    expect(session.game.events.length).toBe(1);
  });

  test("answers and gives hints again after the match was left and entered", async () => {
    const session = againstEngine("delta");
    for (const before of [0, 2]) {
      expect(session.game.events.length).toBe(before);
      leave(session);
      enter(session);
      session.type(session.game.now.steps[0]!.move);
      await settle();
      expect(session.narrator.note).toBeUndefined();
    }
    leave(session);
    enter(session);
    await session.suggest();
    expect(session.narrator.note?.tone).toBe("hint");
    leave(session);
  });

  test("no longer says that it looks for a hint, or judges an offer, after the match was left", async () => {
    const session = againstEngine("delta");
    const asks: (() => unknown)[] = [() => session.suggest(), () => session.offerDraw()];
    for (const ask of asks) {
      TestWorker.pause();
      void ask();
      expect(session.narrator.note?.text()).toMatch(/^Looking for|^Thinking about/);
      leave(session);
      expect([session.narrator.note, session.computerPlayers.asking]).toEqual([undefined, false]);
      TestWorker.resume();
      await settle();
      enter(session);
      expect(session.narrator.note).toBeUndefined();
    }
    leave(session);
  });

  test("goes on thinking when its opponent offers a draw meanwhile and then looks at an earlier position", async () => {
    const session = againstEngine("delta");
    TestWorker.pause();
    session.tap("c3");
    await settle();
    session.offerDraw();
    expect(session.computerPlayers.asking).toBe(true);
    session.goTo(0);
    TestWorker.resume();
    await settle();
    expect(session.game.events.length).toBe(2);
    leave(session);
  });

  test("taking back in the middle of its thought ends it", async () => {
    const session = againstEngine("delta");
    TestWorker.pause();
    session.tap("c3");
    await settle();
    session.undo();
    expect(session.computerPlayers.thinking).toBeUndefined();
    expect(session.game.events.length).toBe(0);
    TestWorker.resume();
    await settle();
    expect(session.game.events.length).toBe(0);
    session.tap("b2");
    await settle();
    expect(session.game.events.length).toBe(2);
    expect(session.game.events[0]!.move).toBe("b2");
  });

  test("moves at once when told to, even with nothing found yet", async () => {
    const session = againstEngine("delta");
    TestWorker.pause();
    session.tap("c3");
    await settle();
    expect(session.game.events.length).toBe(1);
    session.computerPlayers.hurry();
    TestWorker.resume();
    await settle();
    expect(session.game.events.length).toBe(2);
    TestWorker.sent.length = 0;
    session.type(session.game.now.steps[0]!.move);
    session.computerPlayers.hurry(); /* before a worker is asked */
    await settle();
    expect([session.game.events.length, TestWorker.asked]).toEqual([4, ["analyse"]]);
  });

  test("that does not come can be asked again", async () => {
    const session = againstEngine("delta");
    TestWorker.pause();
    session.tap("c3");
    await settle();
    for (let times = 0; times < 2; times++) [...TestWorker.alive].find(({ isBusy }) => isBusy)!.crash("out of memory");
    await settle();
    expect(session.narrator.note).toMatchObject({ tone: "bad", retry: true });
    expect(session.computerPlayers.thinking).toBeUndefined();
    TestWorker.resume();
    session.retry();
    await settle();
    expect(session.game.events.length).toBe(2);
  });

  test("moves on while one looks at an earlier position", async () => {
    const session = againstEngine("delta");
    session.tap("c3");
    session.goTo(0);
    const seen = session.moved;
    await settle();
    expect(session.game.events.length).toBe(2);
    expect(session.game.state.at).toBe(0);
    expect(session.game.past).toBe(true);
    expect(session.moved).toBe(seen);
    session.tap("a1");
    expect(session.game.events.length).toBe(2);
    session.goTo(2);
    expect(session.game.past).toBe(false);
    expect(session.match.personToMove).toBe(1);
  });

  test("rolls and plays its turns in Delfino, also after somebody left", async () => {
    const session = Session.begin(plan("delfino:players=3", [person, engine, engine]));
    enter(session);
    session.tap("1.1");
    await settle();
    expect(session.game.state.turn).toBe("chance");
    session.resign(1);
    await settle();
    expect(session.game.over || session.game.events.length > 12).toBe(true);
    expect(session.narrator.note).toBeUndefined();
    leave(session);
  });

  test("gives a hint, and forgets it when something else comes first", async () => {
    const session = againstEngine("delta");
    const hint = session.suggest();
    expect(session.computerPlayers.asking).toBe(true);
    await hint;
    expect(session.selection.hint.length).toBe(1);
    expect(session.narrator.note?.tone).toBe("hint");
    TestWorker.pause();
    const other = session.suggest();
    session.tap("a1");
    TestWorker.resume();
    await other;
    expect(session.selection.hint).toEqual([]);
    expect(session.computerPlayers.asking).toBe(false);
  });

  test("names a control of the game by its own name in a hint", async () => {
    /* No move is left but these two. */
    const names: Record<string, string> = { turn: "Turn card", end: "End turn" };
    const session = Session.open("delfino", "", ["4.4", "1.1", "r2", "sw1"]);
    await session.suggest();
    const [id, ...more] = session.selection.hint;
    expect(more).toEqual([]);
    expect(session.narrator.note?.text()).toMatch(
      new RegExp(`^Look at “${names[id!]}”\\. Estimate: \\d+ % to win\\.$`),
    );
  });

  test("looks for a hint right after a roll in the position alone", async () => {
    const session = Session.open("delfino", "", ["4.4", "1.1", "r2"]);
    TestWorker.sent.length = 0;
    await session.suggest();
    expect(session.narrator.note?.tone).toBe("hint");
    const { position } = session.game.now;
    expect(TestWorker.sent.at(-1)).toMatchObject({ question: { game: { spec: "delfino", position, moves: [] } } });
  });

  test("counts points to the half", () => {
    const session = Session.open("kulami", "");
    const said = [0, 0.2, 0.32, 1, -1.63].map((value) => valueText(session.game.now.id, value));
    expect(said).toEqual(["even", "even", "0.5 points ahead", "1 point ahead", "1.5 points behind"]);
  });

  test("takes a draw when it is not better", async () => {
    const position = "1:www../...../..b../bb.../.....:w6b6:w";
    const lost = Session.begin(plan("delta", [person, engine], { position }));
    lost.offerDraw();
    await settle();
    expect(lost.game.now.end).toBe("agreed");
    const won = Session.begin(plan("delta", [person, engine], { position, begins: 1 }));
    won.offerDraw();
    await settle();
    expect(won.game.now.end).toBe("open");
    expect(won.narrator.note?.text()).toMatch(/does not want a draw/);
    const even = againstEngine("delfino");
    even.tap("1.1");
    await settle();
    expect(even.game.now.turn).toBe("chance"); /* there is no best move */
    even.offerDraw();
    await settle();
    expect(even.game.now.end).toBe("agreed");
  });
});

describe("taking back", () => {
  test("goes to one's own last choice, and again forward", async () => {
    const session = againstEngine("delta");
    session.tap("c3");
    await settle();
    const played = moves(session);
    session.undo();
    expect(moves(session)).toBe("");
    session.redo();
    expect(moves(session)).toBe(played);
    session.redo();
    expect(session.narrator.note?.tone).toBe("why");
  });

  test("a finished game goes on, and does not count", async () => {
    const session = twoPeople("kulami:board=classic", { games: 2 });
    while (!session.game.over) session.type(session.game.now.steps[0]!.move);
    expect(session.match.finished.length).toBe(1);
    expect(session.match.round).toBe(0);
    expect((await finishedGames()).length).toBe(1);
    session.undo();
    expect(session.game.over).toBe(false);
    expect(session.match.finished.length).toBe(0);
    expect((await finishedGames()).length).toBe(0);
    session.redo();
    expect(session.match.finished.length).toBe(1);
    expect((await finishedGames()).length).toBe(1);
  });

  test("nothing to take back, a roll, a game that was given up: each says so", async () => {
    const fresh = twoPeople("delta");
    fresh.undo();
    expect(fresh.narrator.note?.text()).toMatch(/nothing to take back/);
    const dice = twoPeople("delfino");
    placed(dice);
    dice.roll();
    const before = moves(dice);
    dice.undo();
    expect(dice.narrator.note?.text()).toMatch(/roll/);
    expect(moves(dice)).toBe(before);
    const left = twoPeople("delta");
    left.tap("c3");
    left.resign(2);
    left.undo();
    expect(left.game.over).toBe(true);
    expect(left.match.finished.length).toBe(1);
    expect(left.narrator.note?.text()).toMatch(/stays/);
  });

  test("never takes back half of it: the engine's roll stands before the person's choice", async () => {
    const session = Session.begin(plan("delfino", [person, engine]));
    enter(session);
    session.tap("1.1");
    await settle();
    session.roll();
    session.tap("end");
    await settle();
    const before = moves(session);
    session.undo();
    await settle();
    expect(moves(session)).toBe(before);
    leave(session);
  });
});

describe("a match", () => {
  test("counts by side, and the sides begin in turn", () => {
    const session = twoPeople("delta", { games: 2, begins: 1 });
    expect(session.match.sideOf(1)).toBe(1);
    touch(session, "c3 d3");
    session.resign(2);
    expect(session.match.finished[0]).toMatchObject({ winner: 1, end: "given-up" });
    expect(session.match.points[0]).toBe(0);
    expect(session.match.points[1]).toBeGreaterThan(0);
    expect(session.match.over).toBe(false);
    session.next();
    expect(session.match.round).toBe(1);
    expect(session.match.sideOf(1)).toBe(0);
    session.tap("c3");
    session.resign(1);
    expect(session.match.over).toBe(true);
    expect(session.match.points[1]).toBeGreaterThan(0);
    session.next();
    expect(session.match.finished).toEqual([]);
    expect(session.match.round).toBe(0);
  });

  test("a rematch changes sides, whatever the number of games", () => {
    for (const games of [1, 2, 3]) {
      const session = twoPeople("delta", { games });
      const first = session.match.sideOf(1);
      for (let game = 0; game < games; game++) {
        session.tap("c3");
        session.resign(1);
        session.next();
      }
      expect([games, session.match.round, session.match.sideOf(1)]).toEqual([games, 0, 1 - first]);
      const again = back();
      expect(again.match.sideOf(1)).toBe(1 - first);
      for (const each of [session, again]) each.close();
    }
  });

  test("is one entry of the records, with its games and the sum; a rematch is another", async () => {
    const list = async () => (await entries()).map((read) => read()!);
    const ann: Side = { ...person, name: "Ann" };
    const session = Session.begin(plan("delta", [ann, person], { games: 2 }));
    const play = () => {
      session.tap("c3"); /* the other one resigns at once, for 24 free squares */
      session.resign(2);
    };
    play();
    const [going] = await list();
    expect([going!.match?.id, going!.games?.length]).toEqual([session.id, 1]);
    expect(textsOf(going!).length).toBe(1);
    session.next();
    session.tap("c3");
    expect(textsOf((await list())[0]!).length).toBe(2);
    session.resign(1); /* who sits there is the second one */
    const [over, ...rest] = await list();
    expect([over!.match, over!.games?.length, rest]).toEqual([undefined, 2, []]);
    const [one, two] = over!.games!;
    expect([playersOf(one!.record!), playersOf(two!.record!)]).toEqual([
      ["\u2068Ann\u2069", "Black"],
      ["White", "\u2068Ann\u2069"],
    ]);
    expect(resultOf(two!.record!, two!.saved!.own)).toBe("\u2068Ann\u2069 won.");
    expect(sumOf(over!)).toEqual({
      players: ["\u2068Ann\u2069", "You"],
      points: [48, 0],
      result: "\u2068Ann\u2069 won the match.",
    });
    session.next();
    play();
    expect((await list()).map(({ games }) => games?.length)).toEqual([1, 2]);
    remove((await list())[1]!);
    expect((await list()).length).toBe(1);
    restore(over!);
    expect((await list()).map(({ games }) => games?.length)).toEqual([1, 2]);
    session.close();
  });

  test("a person's name stands in the record; without one the record says nothing, and the list says You", async () => {
    const record = (name: string) => {
      const session = Session.begin(plan("delta", [{ ...person, name }, engine]));
      session.tap("c3");
      session.resign(1);
      const text = session.match.record();
      session.close();
      return recordGames(text).games[0] as Parameters<typeof resultOf>[0];
    };
    expect(record("Ann").tags).toMatchObject({ Player1: "Ann", Player2: "engine:1" });
    expect(record("").tags["Player1"]).toBeUndefined();
    expect(playersOf(record(""), 1)).toEqual(["You", "Level 1"]);
    expect(playersOf(record(""))).toEqual(["White", "Level 1"]);
    expect(resultOf(record(""), 1)).toBe("Level 1 won.");
  });

  test("names the right players when the second game ends", async () => {
    const session = againstEngine("delta", { games: 2 });
    session.tap("c3");
    session.resign(1);
    session.next();
    await settle();
    expect(session.match.alone).toBe(2);
    session.resign(2);
    expect(session.narrator.spoken.at(-2)?.text).toMatch(/^You: given up\./);
    expect(session.narrator.spoken.at(-1)?.text).toMatch(/^Level 1 wins the match\./);
    leave(session);
  });

  test("tells what resigning gives before one resigns", () => {
    const session = twoPeople("delta");
    touch(session, "c3 d3");
    expect(session.match.pointsAfterResigning(1)).toEqual([0, 23]);
    expect(session.game.over).toBe(false);
    const three = Session.begin(plan("delfino:players=3", [person, person, person]));
    expect(three.match.pointsAfterResigning(1)).toBeUndefined();
  });

  test("a draw by agreement is counted and saved", () => {
    const session = twoPeople("delta");
    session.tap("c3");
    session.offerDraw();
    expect(session.match.finished[0]).toMatchObject({ winner: -1, end: "agreed" });
    expect(back().game.now.end).toBe("agreed");
  });
});

describe("what the browser saves", () => {
  test("a reload brings back the game as it stood", async () => {
    const session = againstEngine("delta", { games: 3 });
    session.tap("c3");
    await settle();
    session.flip();
    const { seed } = gameStorage.match(session.id)!;
    const again = back();
    expect(moves(again)).toBe(moves(session));
    expect(again.flipped).toBe(true);
    again.save();
    expect(gameStorage.match(session.id)!.seed).toBe(seed);
    expect(again.narrator.note?.text()).toMatch(/^Your game is back\. White: move a pawn/);
    enter(again);
    again.tap("a1");
    await settle();
    expect(again.game.events.length).toBe(2); /* a1 is one square off its line, or taken */
  });

  test("a reload in the middle of the engine's thought: it thinks again", async () => {
    const session = againstEngine("delta");
    TestWorker.pause();
    session.tap("c3");
    leave(session);
    TestWorker.resume();
    const again = back();
    enter(again);
    await settle();
    expect(again.game.events.length).toBe(2);
  });

  test("a move is looked at once, however many hear of it", () => {
    const session = twoPeople("kulami");
    const asked = [vi.spyOn(Table.prototype, "state"), vi.spyOn(Table.prototype, "events")];
    session.tap("d4");
    expect([session.game.events.length, ...asked.map((one) => one.mock.calls.length)]).toEqual([1, 1, 1]);
    for (const one of asked) one.mockRestore();
  });

  test("what cannot be read stays as it is", () => {
    twoPeople("delta").tap("c3");
    const saved = { ...gameStorage.matches[0]!, id: "spoiled", record: "no", again: undefined };
    gameStorage.saveMatch(saved);
    expect(() => Session.back(saved)).toThrow();
    expect(gameStorage.match("spoiled")).toEqual(saved);
  });

  test("several matches go on side by side; one without a move makes room", () => {
    const one = twoPeople("delta");
    one.tap("c3");
    twoPeople("kulami");
    const other = twoPeople("neo-delta");
    other.tap("c3");
    expect(gameStorage.matches.map(({ plan }) => plan.spec).sort()).toEqual(["delta", "neo-delta"]);
    expect(moves(Session.back(gameStorage.match(one.id)!))).toBe("c3");
  });

  test("a rematch does not take the place of the game before it", async () => {
    const session = twoPeople("delta");
    for (const first of ["c3", "b2"]) {
      session.tap(first);
      session.resign(1);
      session.next();
    }
    expect((await finishedGames()).length).toBe(2);
  });

  test("comments of a record that was opened stay when it goes on", async () => {
    const session = Session.fromRecord('[Game "delta"]\n[Site "by post"]\n\n1. c3 {good} d4\n');
    expect(gameStorage.matches).toEqual([]);
    session.type("c3-e3");
    expect(gameStorage.match(session.id)!.record).toContain("{good}");
    expect(back().match.record()).toMatch(/by post(.|\n)*\{good\}/);
    session.resign(2);
    expect((await finishedGames())[0]).toContain("{good}");
  });

  test("a position that is only looked at is not saved; it is when it goes on", () => {
    twoPeople("delta").tap("c3");
    const shown = Session.open("kulami", "", ["d4", "d7"]);
    expect(moves(shown)).toBe("d4 d7");
    expect(back().game.now.id).toBe("delta");
    shown.tap("h7");
    expect(back().game.now.id).toBe("kulami");
    expect(gameStorage.matches.length).toBe(2);
    expect(() => Session.open("kulami", "", ["zz"])).toThrow();
  });

  test("a computer that a record names stays one in the next record, in every language", async () => {
    const read = Session.fromRecord('[Game "delta"]\n[Player1 "Ann"]\n[Player2 "engine:3"]\n\n1. c3 d4\n');
    expect(read.match.nameAt(2)).toBe("Level 3");
    read.type("c3-e3");
    expect(recordTags(read.match.record())["Player2"]).toBe("engine:3");
    expect(summaryOf(gameStorage.match(read.id)!).players).toContain("Level 3");
    await settings.choose({ language: "de" });
    expect(read.match.nameAt(2)).toBe("Stufe 3");
    await settings.choose({ language: "en" });
    read.close();
  });

  test("a record that was read is over when it was over", () => {
    const session = twoPeople("delta");
    session.tap("c3");
    session.resign(1);
    const read = Session.fromRecord(session.match.record());
    expect(read.game.over).toBe(true);
    expect(read.match.round).toBe(0);
    expect(read.match.playerAt(1).kind).toBe("person");
    expect(read.match.nameAt(1)).toBe("White");
  });
});

describe("what is opened is closed", () => {
  test("a hundred matches, one after the other: tables are closed, matches are saved", async () => {
    const numbers = new Set<number>();
    for (let count = 0; count < 100; count++) {
      const session = Session.begin(plan("delta", [person, engine]));
      currentMatch.set(session);
      currentMatch.enter();
      session.tap("c3");
      numbers.add(session.game.table.number);
    }
    expect(numbers.size).toBeLessThanOrEqual(2); /* one is opened before the other is closed */
    expect(gameStorage.matches.length).toBe(100);
    currentMatch.leave();
  });
});

describe("the legend", () => {
  test("has the marks that were on the board of this game", () => {
    const session = twoPeople("kulami");
    expect(session.marks.all.has("barred")).toBe(false);
    touch(session, "a4 a7");
    expect(session.marks.all.has("barred")).toBe(true);
    session.undo();
    session.undo();
    expect(marksOn(session.game.now)).not.toContain("barred");
    expect(session.marks.all.has("barred")).toBe(true);
    session.resign(1);
    session.next();
    expect(session.marks.all.has("barred")).toBe(false);
  });
});

describe("what is said", () => {
  const heard = (session: Session) => session.narrator.spoken.map(({ text }) => text);

  test("a move in words: who, from where to where, what follows it, and what is asked next", () => {
    const session = twoPeople("delta");
    touch(session, "c3 d3 c3 a3");
    expect(heard(session)).toContain("White: from c3 to a3, white pawn. Then on b3: white pawn.");
    expect(heard(session).at(-1)).toMatch(/^Black: move your pawn/);
  });

  test("the colours of the next game, as the settings want them", async () => {
    await needColours();
    await settings.choose({ colours: { kulami: 1 } });
    const session = Session.begin(plan("kulami", [person, engine], { games: 2 }));
    session.resign(1);
    const before = heard(session).length;
    session.next();
    expect(heard(session).slice(before)).toEqual(["A new game.", "Level 1: Black. You: Red."]);
    expect(session.match.colourAt(2)).toBe("Red");
    await settings.choose({ colours: {} });
    session.close();
  });

  test("the die, the points and the end", () => {
    const session = twoPeople("delfino");
    placed(session);
    session.roll();
    expect(heard(session).some((text) => /^Red: the die shows [234]\.$/.test(text))).toBe(true);
    session.tap("end");
    expect(heard(session)).toContain("Red: End turn.");
    const kulami = twoPeople("kulami");
    kulami.tap("d4");
    expect(heard(kulami)[0]).toBe("Red, on d4: red marble. Points, Red: 6.");
    kulami.resign(2);
    expect(heard(kulami).at(-2)).toBe("Black: given up. Points, Red: 64.");
    expect(heard(kulami).at(-1)).toBe("Red wins.");
  });
});
