/* The analysis: values in words, marks on the board, and the model of a study with its review, on the real core and engine. */
import { h, options, render, type VNode } from "preact";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openBoard, TestWorker } from "./support/page";
import { Scope } from "../../src/app/scope";
import { settings } from "../../src/app/settings";
import { games } from "../../src/core/table";
import type { Analysis, Certainty, Line } from "../../src/core/types";
import { needGames, needLater } from "../../src/i18n/texts";
import { gameStorage } from "../../src/storage/games";
import { setCurrentStudy } from "../../src/storage/study";
import { replyIn } from "../../src/study/answer";
import { StudyMessage } from "../../src/study/Message";
import { resumeReview, resumeStudy } from "../../src/study/resume";
import { Grading } from "../../src/study/review/grading";
import { GameReview } from "../../src/study/review/review";
import { Study } from "../../src/study/study";
import { StudyTable } from "../../src/study/table";
import { Tree } from "../../src/study/Tree";
import { averageOf, estimatedPercents, verdictOf, wholePercents } from "../../src/study/value";
import { needStudyWords } from "../../src/study/words";

beforeAll(async () => {
  await openBoard();
  await settings.start();
  await Promise.all([needLater(), needStudyWords(), needGames(games().map(({ id }) => id)), gameStorage.open()]);
});

test("chances are whole percents that add up to a hundred", () => {
  expect(wholePercents([52.5, 47.5])).toEqual([53, 47]);
  expect(wholePercents([33.4, 33.3, 33.3])).toEqual([34, 33, 33]);
  expect(wholePercents([100, 0])).toEqual([100, 0]);
  expect(wholePercents([24.6, 25.4, 24.6, 25.4])).toEqual([25, 25, 25, 25]);
});

test("nobody has all or nothing by an estimate but who has left", () => {
  expect(estimatedPercents([100, 0])).toEqual([99, 1]);
  expect(estimatedPercents([99.6, 0.4])).toEqual([99, 1]);
  expect(estimatedPercents([99.7, 0.1, 0.1, 0.1])).toEqual([97, 1, 1, 1]);
  expect(estimatedPercents([60, 0, 40], [2])).toEqual([60, 0, 40]);
  expect(estimatedPercents([52.5, 47.5])).toEqual([53, 47]);
});

test("a roll is proved when every face of it is", () => {
  const roll = (...faces: [Certainty, number][]) => {
    const average = faces.reduce((sum, [, value]) => sum + value, 0) / faces.length;
    return {
      lines: [],
      player: 1,
      roll: { average, averages: [average, 100 - average], faces: faces.map(([kind, value]) => ({ kind, value })) },
    } as unknown as Analysis;
  };
  const scale = { score: "chance", players: 2 } as const;
  const sure = roll(["exact", 100], ["exact", 100]);
  const open = roll(["exact", 100], ["estimate", 100]);
  expect(verdictOf(sure, scale)).toEqual({ seat: 1, sure: "proved", amount: 100 });
  expect(verdictOf(open, scale)).toEqual({ seat: 1, sure: "estimate", amount: 99 });
  expect(verdictOf(roll(["exact", 0], ["exact", 0]), scale)).toEqual({ seat: 2, sure: "proved", amount: 100 });
  expect(verdictOf(open, { ...scale, players: 4 })?.sure).toBe("estimate");
  expect([averageOf(sure.roll!), averageOf(open.roll!)]).toEqual([100, 99]);
  expect(verdictOf(roll(["exact", 99.99], ["exact", 100]), scale)?.amount).toBe(99.9);
});

const beginning = (spec: string, position: string) =>
  `[Game "${spec}"]\n${position === "" ? "" : `[Position "${position}"]\n`}\n\n`;

function drawn(spec: string, position: string, ...marks: string[]): string {
  const table = StudyTable.read(beginning(spec, position));
  try {
    return table.marks(marks.join("\n"), "b", false);
  } finally {
    table.close();
  }
}

const ROSE = "1:g....w.ww..b/.rrr.gg...../.....rw...w./..b...g...b.:w:first:4:5:0";
const THREE = "1:w..b./...../w..../bbb../ww...:w5b5:w";

test("a threat is what the other would do: dashed, with a capsule round the four it would make", () => {
  const threat = drawn("delta", THREE, "threat - d5-d1");
  const [capsule] = /<path d="M[^"]*A[^"]*A[^"]*Z" class="b-m"[^>]*stroke-dasharray[^>]*>/.exec(threat) ?? [];
  expect(threat).toContain('<g class="study-threat">');
  expect(capsule).toBeDefined();
  /* It is Black's move, and White's is none: nothing but the group is drawn. */
  expect(drawn("delta", THREE, "threat - a5-e1")).not.toContain("<path");
  expect(drawn("delta", "", "threat - c3")).not.toContain("<path");
});

test("one's own arrows follow the circles, with a bend where it takes one", () => {
  const arcs = (mark: string) => drawn("circle-delta:board=rose,petals=6", ROSE, mark).match(/d="M[\d. ]+A[^L"]*"/g);
  expect(arcs("own - a1,a4")?.[0]?.match(/A/g)).toHaveLength(1);
  expect(arcs("own - d3,c11")?.[0]?.match(/A/g)).toHaveLength(2);
});

test("two arrows on one way lie 13 units to either side, and one alone where it is", () => {
  const shifts = (...marks: string[]) =>
    [...drawn("delta", THREE, ...marks).matchAll(/translate\(([-\d.]+) ([-\d.]+)\)/g)].map(([, x, y]) => [
      Number(x) + 0,
      Number(y) + 0,
    ]);
  expect(shifts("best 1 a3-d3")).toEqual([]);
  expect(shifts("best 1 a3-d3", "also 2 a3-e3")).toEqual([
    [0, 13],
    [0, -13],
  ]);
  expect(shifts("best 1 a3-d3", "also 2 a5-e1")).toEqual([]);
});

test("discs that would touch become one, with a dot where the other was", () => {
  const labels = (text: string) => [...text.matchAll(/<text[^>]*>([^<]*)</g)].map(([, label]) => label);
  const near = drawn(
    "circle-delta:board=rose,petals=6",
    ROSE.replace("first", "second"),
    "best 1 a2",
    "also 2 a3",
    "also 3 a10",
  );
  expect(labels(near)).toEqual(["1", "2", "3"]);
  const nearer = drawn("circle-delta:rings=5,petals=7", "", "best 1 a1", "also 2 a2", "also 4 d9");
  expect(labels(nearer)).toEqual(["1, 2", "4"]);
});

test("what answers a move is the turn of the next player, and nothing where a die comes first", () => {
  const state = (text: string) => {
    const table = StudyTable.read(text);
    const now = table.state();
    table.close();
    return now;
  };
  const delta = state(beginning("delta", THREE));
  expect(replyIn(delta, [], ["a5-e1"], 1)).toBeUndefined();
  expect(replyIn(delta, [], ["a3-d3", "b2-b4"], 1)).toEqual({ player: 2, moves: ["b2-b4"] });
  const circle = state(beginning("circle-delta:board=rose,petals=6", ROSE));
  expect(replyIn(circle, [], ["b2-b8", "c7-d3", "a1-b1", "d11-a6", "b4-d4"], 1)).toEqual({
    player: 2,
    moves: ["a1-b1", "d11-a6"],
  });
  const delfino = state(beginning("delfino", "1:1.1:0123/0123/0123/0123:4.1,1.4:0,0:2:move4:50:-"));
  expect(replyIn(delfino, [], ["turn", "end", "r3"], 2)).toBeUndefined();
});

describe("a study on the screen", () => {
  const GAME = '[Game "delta"]\n\n1. c3 b3 2. c3-e5 b3-b1 (2... b3-b5 {holds out}) none\n';
  const KULAMI = '[Game "kulami"]\n\n1. a4 a7 2. h7 e7 none\n';
  let scope: Scope;

  beforeEach(() => {
    localStorage.clear();
    scope = new Scope();
  });
  afterEach(() => {
    scope.end();
    TestWorker.sent.length = 0;
  });

  const analysisOff = () => localStorage.setItem("ascona.study-engine", '{"on":false,"lines":3}');
  const until = (isTrue: () => boolean) => vi.waitFor(() => expect(isTrue()).toBe(true), { timeout: 30_000 });
  const tick = () => new Promise((done) => setTimeout(done, 20));
  const line = (move: string, value: number): Line => ({ kind: "estimate", value, depth: 1, line: [move] });
  const found = (...lines: Line[]): Analysis => ({
    game: "kulami",
    position: "",
    player: 1,
    result: "none",
    depth: 1,
    nodes: 1,
    seconds: 1,
    lines,
    final: false,
    solved: false,
    book: false,
  });

  test("moves are a tree that is saved at once, and the end of the scope closes the table", async () => {
    analysisOff();
    const study = new Study(scope, GAME, 3);
    study.go(study.mainLine[2]!.node);
    study.play("b3-d5");
    expect(study.childrenOf(study.here.parent).map(({ move }) => move)).toEqual(["b3-b1", "b3-b5", "b3-d5"]);
    study.comment(study.at, " why not ");
    expect((await gameStorage.records())[0]?.text).toContain("{why not}");
    study.cut(study.at);
    expect(study.childrenOf(study.at)).toHaveLength(2);
    expect(study.note?.text()).toBe("Deleted 1 move.");
    study.note!.act!.does();
    expect(study.here.move).toBe("b3-d5");
    study.pin(line(study.now.steps[0]!.move, 1), 1);
    study.step(1);
    const { shownTable } = study;
    expect(shownTable).not.toBe(study.table);
    scope.end();
    expect([study.table.closed, shownTable.closed]).toEqual([true, true]);
  });

  test("the engine looks into the node that is shown, and stops with the scope", async () => {
    const study = new Study(scope, KULAMI, 3);
    const { analyst } = study;
    expect(analyst.isRunning).toBe(true);
    await until(() => analyst.shown.length === 3);
    const { nodes } = analyst.analysis!;
    const last = study.at;
    study.step(-1);
    expect(analyst.analysis).toBeUndefined();
    study.go(last);
    expect(analyst.analysis!.nodes).toBeGreaterThanOrEqual(nodes);
    analyst.turn(false);
    expect(analyst.isRunning).toBe(false);
    analyst.turn(true);
    scope.end();
    await TestWorker.idle(); /* no search is left behind */
  });

  test("a threat does not wait for the analysis, which rests while the explorer looks", async () => {
    localStorage.setItem("ascona.study-threats", "true");
    const study = new Study(scope, GAME, 3);
    await until(() => study.threats.threat !== undefined);
    await until(() => study.analyst.analysis !== undefined);
    expect(TestWorker.asked[0]).toBe("threat");
    expect(TestWorker.asked).toContain("analyse");
    study.explorer.show("explorer");
    expect([study.explorer.isLooking, study.analyst.isRunning]).toEqual([true, false]);
    await until(() => !study.explorer.isLooking);
    expect(study.explorer.best).toBeDefined();
    expect(study.explorer.active).toBe(true);
    expect(study.analyst.isRunning).toBe(false); /* nothing is left to be found */
  });

  test("while the list is frozen every move stays in its row", () => {
    analysisOff();
    const study = new Study(scope, KULAMI, 3);
    const { analyst, at } = study;
    const moves = () => analyst.shown.map(({ line, value }) => `${line[0]} ${value}`);
    analyst.settle(at, found(line("a1", 3), line("b1", 2)));
    analyst.freeze("list", true);
    analyst.settle(at, found(line("c1", 5), line("b1", 4), line("d1", 3)));
    expect(moves()).toEqual(["a1 3", "b1 4", "c1 5"]);
    analyst.settle(at, found(line("a1", 6), line("c1", 5), line("d1", 3)));
    expect(moves()).toEqual(["a1 6", "b1 4", "c1 5"]);
    analyst.freeze("list", false);
    expect(moves()).toEqual(["a1 6", "c1 5", "d1 3"]);
    analyst.freeze("line", true);
    expect(moves()).toEqual(["a1 6", "c1 5", "d1 3"]);
    study.step(-1);
    expect(moves()).toEqual([]);
  });

  test("a review lies over the study, which reads it: marks, grades, moves that are tried", async () => {
    const game =
      '[Game "delta"]\n[Player2 "engine:3"]\n\n1. b4 c5 2. b4-e1 c3 3. d2-b2 c5-e3 4. c2-e4 d4-a4 5. b2-e2 b4-d4 ' +
      "6. e1-a1 c3-a5 p2win\n";
    const study = new Study(scope, game, 3);
    const visit = new Scope(scope);
    const review = new GameReview(visit, study, new Grading(study.record()));
    expect(study.analyst.isOn).toBe(false);
    await until(() => review.isComplete);
    expect(TestWorker.asked).not.toContain("analyse");
    expect(review.turning.map(({ ply }) => ply.move)).toEqual(["c3", "d2-b2", "b2-e2"]);
    const [first] = review.turning as [(typeof review.turning)[0]];
    expect(study.marked).toBe(review.line[first.index]!.node);
    expect(study.board.marks).toMatch(/^better check \S+\nplayed step\d c3$/);
    expect(study.overlay!.grades.get(study.marked)).toBe(first.turn.grade);
    study.go(study.at); /* another visit of the same node */
    expect([study.marked, study.board.marks]).toEqual([study.at, ""]);

    study.go(study.mainLine[6]!.node);
    review.tryAgain();
    const size = study.childrenOf(study.at).length;
    study.play("b2-b4");
    expect(study.preview?.line.line).toEqual(["b2-b4"]);
    await until(() => review.retry!.tried.length > 0);
    expect(review.retry!.isSolved).toBe(true);
    expect(study.board.marks).toBe("better check b2-b4");
    expect(study.childrenOf(study.at)).toHaveLength(size);
    visit.end();
    expect(study.overlay).toBeUndefined();
    expect(study.board.marks).toBe("");
    expect(study.analyst.isRunning).toBe(true);
  });

  test("a review that was stopped can be resumed", async () => {
    const study = new Study(scope, KULAMI, 3);
    const review = new GameReview(scope, study, new Grading(study.record()));
    TestWorker.pause();
    await until(() => TestWorker.asked.includes("review-ply"));
    review.stop();
    await until(() => !review.isRunning);
    expect([review.isComplete, review.failed]).toEqual([false, false]);
    TestWorker.resume();
    review.resume();
    await until(() => review.isComplete);
    expect(review.turns.length).toBeGreaterThan(0);
  });

  test("a study and its review go on where they were left, and only another game is graded again", async () => {
    analysisOff();
    setCurrentStudy(GAME);
    const visit = <Model>(open: (own: Scope, study: Study) => Model, text = GAME) => {
      const own = new Scope(scope);
      const study = new Study(own, text, 3);
      return { study, model: open(own, study), leave: () => own.end() };
    };

    const first = visit(resumeReview);
    await until(() => first.model.isComplete);
    const judged = first.model.turns[1]!;
    first.model.choose(judged, "better");
    const { side } = first.model;
    first.leave();
    TestWorker.sent.length = 0;

    const again = visit(resumeReview);
    expect([again.model.isComplete, again.model.isRunning]).toEqual([true, false]);
    expect([again.study.here.move, again.model.side]).toEqual([first.study.here.move, side]);
    expect(again.model.chosen).toEqual(judged);
    again.leave();
    expect(TestWorker.asked).toEqual([]);

    const tree = visit(resumeStudy);
    tree.study.go(tree.study.childrenOf(tree.study.mainLine[2]!.node)[1]!.node);
    tree.study.comment(tree.study.at, "again");
    const text = tree.study.record();
    tree.leave();
    const back = visit(resumeStudy, text);
    expect(back.study.here.move).toBe("b3-b5");
    back.study.promote(back.study.at);
    const other = back.study.record();
    back.leave();
    const changed = visit(resumeReview, other);
    expect([changed.model.isComplete, changed.model.isRunning]).toEqual([false, true]);
    changed.leave();
    await TestWorker.idle();
  });

  /* The names of the components that are drawn. */
  async function drawnBy(act: () => void): Promise<string[]> {
    const drawn: string[] = [];
    const hook = options as { __r?: (vnode: VNode) => void };
    const before = hook.__r;
    hook.__r = (vnode) => {
      drawn.push((vnode.type as { name: string }).name);
      before?.(vnode);
    };
    act();
    await tick();
    if (before) hook.__r = before;
    return drawn;
  }

  test("a report of the engine redraws no move, and a step the two that it is about", async () => {
    analysisOff();
    const study = new Study(scope, KULAMI, 3);
    const box = document.createElement("div");
    render(h(Tree, { study }), box);
    await tick();
    expect(await drawnBy(() => study.analyst.settle(study.at, found(line("a1", 3))))).toEqual([]);
    const drawn = await drawnBy(() => study.step(-1));
    expect(drawn.filter((name) => name === "Ply")).toHaveLength(2);
    expect(drawn).not.toContain("Line");
    render(null, box);
  });

  test("the place of a message is there before the message", async () => {
    analysisOff();
    const study = new Study(scope, KULAMI, 3);
    study.release(); /* what the page says without a place to save */
    const box = document.createElement("div");
    render(h(StudyMessage, { study }), box);
    await tick();
    const status = box.querySelector("[role=status]")!;
    expect(status.textContent).toBe("");
    study.startMarking();
    await tick();
    expect(box.querySelector("[role=status]")).toBe(status);
    expect(status.textContent).not.toBe("");
    render(null, box);
  });
});
