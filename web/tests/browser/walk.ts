/* A person who plays whatever is offered, against the engine. */
import { expect } from "@playwright/test";
import type { Table } from "./table";

interface Look {
  plies: number;
  over: boolean;
  /** It is the person's turn. */
  mine: boolean;
  /** Where something can be touched: places, else things in the tray. */
  offers: { x: number; y: number }[];
}

function look(): Look {
  const all = (what: string) => [...document.querySelectorAll<HTMLElement>(what)];
  const places = all(".stage .is-mine, .stage .is-target");
  const tray = all(".tray button:not([aria-disabled]):not([aria-pressed])");
  const offers = (places.length > 0 ? places : tray).map((one) => one.getBoundingClientRect());
  return {
    plies: all(".moves .ply").length,
    over: all("section.outcome").length > 0,
    mine: all(".seat.is-turn").some((seat) => /You|Du|Vous|Вы/.test(seat.textContent ?? "")),
    offers: offers.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  };
}

/* The board is drawn in a frame, what stands around it in the next. */
async function drawn(): Promise<void> {
  for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

/** Touches whatever is offered until the person has moved: the middle one of each offer. */
export async function anyMove({ page }: Table): Promise<void> {
  const before = await page.evaluate(look);
  for (let touches = 0; touches < 6; touches++) {
    const { plies, over, offers } = await page.evaluate(look);
    if (over || plies !== before.plies) return;
    const { x, y } = offers[Math.floor(offers.length / 2)]!;
    /* Nobody points, presses and lets go within a frame. */
    for (const act of [() => page.mouse.move(x, y), () => page.mouse.down(), () => page.mouse.up()]) {
      await act();
      await page.evaluate(drawn);
    }
  }
  throw new Error("no touch leads to a move");
}

/** Until the person is to move, or the game is over. */
export async function myTurn({ page }: Table): Promise<Look> {
  await expect.poll(async () => (({ mine, over }) => mine || over)(await page.evaluate(look))).toBe(true);
  return page.evaluate(look);
}

/** Plays until the game is over, or so many moves of the person. */
export async function against(table: Table, most: number): Promise<void> {
  for (let move = 0; move < most; move++) {
    if ((await myTurn(table)).over) return;
    await anyMove(table);
  }
  await myTurn(table);
}
