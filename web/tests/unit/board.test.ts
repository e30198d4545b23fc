/* The board of a match on the real core: taps, what is selected, flipping it, and another language. */
import { h, render } from "preact";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openBoard } from "./support/page";
import { Scope } from "../../src/app/scope";
import { settings } from "../../src/app/settings";
import { Board } from "../../src/board/Board";
import { needGames } from "../../src/i18n/texts";
import { Session } from "../../src/match/session";
import { MatchBoard } from "../../src/play/board";

const SIDE = 600; /* CSS pixels */
const person = { kind: "person", name: "", level: 0 } as const;
let scope: Scope;
let session: Session;

beforeAll(async () => {
  await openBoard();
  await settings.start();
  await settings.choose({ motion: "off" });
  await needGames(["delta"]);
  /* happy-dom has no layout: the board is a square in the corner of the page. */
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, SIDE, SIDE));
});

beforeEach(() => {
  scope = new Scope();
  session = Session.begin({ spec: "delta", position: "", sides: [person, person], begins: 0, games: 1 });
  session.enter(scope);
  for (const move of ["c3", "b3"]) session.type(move);
  render(h(Board, { model: new MatchBoard(session) }), document.body);
});
afterEach(async () => {
  render(null, document.body);
  scope.end();
  await settings.choose({ language: "en" });
});

const cell = (id: string) => document.querySelector<HTMLElement>(`[data-place="${id}"]`)!;
const labelOf = (id: string) => cell(id).getAttribute("aria-label");
const placesWith = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].map((each) => each.dataset["place"]);
const selected = () => placesWith("[aria-selected=true]");
const targets = () => placesWith(".is-target").sort();
const drawnTargets = () => document.querySelector('[data-layer="targets"]')!.children.length;
const hasPiece = (id: string) => document.querySelector(`[data-layer="men"] [id$="-on-${id}"]`) !== null;
/** Once the board has been drawn. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

/* A finger taps the middle of a place. */
function tap(id: string): void {
  const { left, top, width, height } = cell(id).style;
  const middle = (start: string, length: string) => ((parseFloat(start) + parseFloat(length) / 2) / 100) * SIDE;
  const where = { clientX: middle(left, width), clientY: middle(top, height) };
  for (const type of ["pointerdown", "pointerup"])
    cell(id).dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: "touch", ...where }));
}

test("a tap selects a piece and shows its targets, and a tap on a target moves it there", async () => {
  expect([selected(), hasPiece("c3"), hasPiece("e5")]).toEqual([[], true, false]);
  tap("c3");
  await soon(() => expect(selected()).toEqual(["c3"]));
  expect(labelOf("c3")).toMatch(/white pawn.*, chosen$/i);
  expect(targets()).toEqual([...session.game.table.next(["c3"])].sort());
  expect(targets()).toContain("e5");
  expect(drawnTargets()).toBeGreaterThan(0);
  tap("e5");
  await soon(() => expect(hasPiece("e5")).toBe(true));
  expect(session.game.events.map(({ move }) => move)).toEqual(["c3", "b3", "c3-e5"]);
  expect(selected()).toEqual([]);
});

test("a tap where nothing can be selected is refused, and selects nothing", async () => {
  tap("b3");
  await soon(() => expect(placesWith(".is-refused")).toEqual(["b3"]));
  expect([selected(), session.game.events.length]).toEqual([[], 2]);
});

test("flipping turns the board by 180 degrees, and the selection stays", async () => {
  tap("c3");
  await soon(() => expect(selected()).toEqual(["c3"]));
  const [before, shown] = [cell("a1").style.left, targets()];
  const opposite = cell("e5").style.left;
  session.flip();
  await soon(() => expect(cell("a1").style.left).toBe(opposite));
  expect(cell("e5").style.left).toBe(before);
  expect([selected(), targets()]).toEqual([["c3"], shown]);
  tap("e5"); /* it lies where a1 lay */
  await soon(() => expect(hasPiece("e5")).toBe(true));
});

test("another language changes the labels, and the selection stays", async () => {
  tap("c3");
  await soon(() => expect(selected()).toEqual(["c3"]));
  const [element, shown] = [cell("c3"), targets()];
  element.focus();
  await settings.choose({ language: "de" });
  await soon(() => expect(labelOf("c3")).toMatch(/wei.*, gewählt$/i));
  expect(labelOf("e5")).toMatch(/, möglich$/);
  expect([selected(), targets(), drawnTargets() > 0]).toEqual([["c3"], shown, true]);
  expect([cell("c3"), document.activeElement]).toEqual([element, element]);
});
