/* What a screen reader meets on the board: the tree of each game at the start, after some moves, with a man in hand and
   at the end. The trees stand in tree/, to be read: a change of words shows there. */
import { begin, board, cell, expect, games, linkTo, message, test, titles, whole, type Game } from "./pages";

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

/* Far enough for marks of the last move; in Kulami and Delfino also for what is barred or scored. */
const AFTER: Record<Game, number> = { delta: 6, "neo-delta": 6, kulami: 8, delfino: 9, "circle-delta": 8 };

for (const game of games) {
  const { game: spec, moves } = whole(game);

  test(`${titles[game]}: the start, after ${AFTER[game]} plies, the end`, async ({ page }) => {
    await begin(page, game);
    await expect(board(page)).toMatchAriaSnapshot({ name: `${game}-start.aria.yml` });
    await page.goto(linkTo(spec, moves.slice(0, AFTER[game])));
    await expect(board(page)).toMatchAriaSnapshot({ name: `${game}-moves.aria.yml` });
    await page.goto(linkTo(spec, moves));
    await expect(page.getByRole("heading", { level: 2, name: /wins|draw/ })).toBeVisible();
    await expect(board(page)).toMatchAriaSnapshot({ name: `${game}-end.aria.yml` });
  });
}

/* What is in hand: a pawn, a card, a man. A marble of Kulami is never in hand. */
const IN_HAND: [Game, string, string][] = [
  ["delta", "/play?game=delta&moves=c3+d4", "c3"],
  ["neo-delta", "/play?game=neo-delta&moves=d1+c2", "d1"],
  ["delfino", "/play?game=delfino&position=1:1.1:.000./0123./03321/0000.:2.2,4.4:0,1:1:move2:1:-&moves=turn", "1.1"],
  ["circle-delta", "/play?game=circle-delta&moves=e8+a4+b7+e5+g1+f1+d1+g3", "b7"],
];

for (const [game, link, id] of IN_HAND) {
  test(`${titles[game]}: ${id} in hand`, async ({ page }) => {
    await page.goto(link);
    await cell(page, id).click();
    await expect(cell(page, id)).toHaveAttribute("aria-selected", "true");
    await expect(cell(page, id)).toHaveAccessibleName(/, chosen$/);
    await expect(message(page).locator(".msg--why")).toHaveCount(0);
    await expect(board(page)).toMatchAriaSnapshot({ name: `${game}-chosen.aria.yml` });
  });
}
