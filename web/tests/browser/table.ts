/* The table as a person meets it: setting up a match, touching places and buttons, reading what is said. */
import { expect, type Locator, type Page } from "@playwright/test";
import { putLocal } from "./pages";
import { say, t, type Referee } from "./referee";

export interface Setup {
  /** "Person", or the level of the engine; two people if left out. */
  players?: ("Person" | number)[];
  games?: number;
}

/** A game and its options by key. */
function parts(spec: string): { game: string; options: Record<string, string> } {
  const [game = "", options = ""] = spec.split(/:(.*)/s);
  const pairs = options.split(",").filter(Boolean);
  return { game, options: Object.fromEntries(pairs.map((option) => option.split("=") as [string, string])) };
}

export class Table {
  readonly board: Locator;
  readonly message: Locator;
  readonly result: Locator;
  readonly moves: Locator;

  constructor(readonly page: Page) {
    this.board = page.getByRole("grid");
    this.message = page.locator(".msg");
    this.result = page.locator("section.outcome");
    this.moves = page.locator(".moves .list"); /* on a phone it is behind the menu */
  }

  /* ---- setting up ---- */

  /** At the first move, the short way: the address of the setup, which has remembered what was agreed on, and its button. */
  async begin(spec: string, { players = ["Person", "Person"], games = 1 }: Setup = {}): Promise<void> {
    const { game, options } = parts(spec);
    const sides = players.map((player) =>
      player === "Person" ? { kind: "person", name: "", level: 3 } : { kind: "engine", name: "", level: player },
    );
    await putLocal(this.page, `setup.${game}`, { sides, begins: 0, options, games });
    await this.page.goto(`/setup/${game}`);
    await this.#start();
  }

  /** From home to the first move, by clicks: the game with its options, who plays, who begins. */
  async walkIn(spec: string, setup: Setup = {}): Promise<void> {
    const { game } = parts(spec);
    await this.page.goto("/");
    await this.page.getByRole("link", { name: `Play now: ${t(`title.${game}`)}`, exact: true }).click();
    await this.agree(spec, setup);
    await this.#start();
  }

  async #start(): Promise<void> {
    await this.page.getByRole("button", { name: "Start the game" }).click();
    await expect(this.board).toBeVisible();
  }

  async agree(spec: string, { players = ["Person", "Person"], games = 1 }: Setup): Promise<void> {
    const { game, options } = parts(spec);
    for (let count = 2; count < players.length; count++) await this.button("Add a player").click();
    for (const [index, player] of players.entries()) {
      const seat = this.page.getByRole("group", { name: `Player ${index + 1}`, exact: true });
      await seat.getByRole("radio", { name: player === "Person" ? "Person" : "Engine" }).check();
      if (player !== "Person") await seat.getByRole("combobox").selectOption(String(player));
    }
    const first = players[0] === "Person" && players[1] !== "Person" ? "You" : "Player 1";
    await this.page
      .getByRole("radiogroup", { name: "Who begins" })
      .getByRole("radio", { name: first, exact: true })
      .check();
    for (const [key, value] of Object.entries(options)) if (key !== "players") await this.#option(game, key, value);
    for (let count = 1; count < games; count++) await this.button("Games in the match: more").click();
  }

  async #option(game: string, key: string, value: string): Promise<void> {
    const label = t(`option.${game}.${key}`);
    const control = this.page.getByLabel(label, { exact: true });
    const role = await control.getAttribute("role");
    if (role === "radiogroup")
      return control.getByRole("radio", { name: this.#value(game, key, value), exact: true }).check();
    if (role !== "group") return this.#list(control, game, key, value);
    const shown = async () => Number(await control.getByRole("status").textContent());
    while ((await shown()) < Number(value)) await this.button(`${label}: more`).click();
    while ((await shown()) > Number(value)) await this.button(`${label}: fewer`).click();
  }

  /* A list has words; what is none of them is drawn by hand. */
  async #list(control: Locator, game: string, key: string, value: string): Promise<void> {
    if (!value.includes("/")) return void (await control.selectOption(this.#value(game, key, value)));
    await control.selectOption(t(`option.${game}.${key}.other`));
    await this.page.getByLabel(t(`option.${game}.${key}.other-help`)).fill(value.replaceAll("/", "\n"));
  }

  #value(game: string, key: string, value: string): string {
    return t(`option.${game}.${key}.${value}`);
  }

  /** The dice fall, and the computer chooses, as they did in a game whose seed is known. */
  async loadDice(seed: bigint): Promise<void> {
    await this.page.addInitScript((text) => {
      const draw = crypto.getRandomValues.bind(crypto);
      crypto.getRandomValues = ((into: Uint8Array | Uint32Array) => {
        const dice = into instanceof Uint8Array && into.length === 8;
        if (dice) new DataView(into.buffer, into.byteOffset, 8).setBigUint64(0, BigInt(text), true);
        const computer = into instanceof Uint32Array && into.length === 1;
        if (computer) into[0] = Number(text) >>> 0;
        return dice || computer ? into : draw(into);
      }) as typeof crypto.getRandomValues;
    }, String(seed));
  }

  /* ---- playing ---- */

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  place(id: string): Locator {
    return this.board.locator(`[data-place="${id}"]`);
  }

  /** Where a place is on the screen, and what it is called. */
  async spot(id: string): Promise<{ x: number; y: number; width: number; label: string } | null> {
    return this.page.evaluate((wanted) => {
      const cell = document.querySelector(`.stage [data-place="${wanted}"]`);
      if (!cell) return null;
      const { x, y, width, height } = cell.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2, width, label: cell.getAttribute("aria-label") ?? "" };
    }, id);
  }

  /** Clicks a place, whatever comes of it. */
  async click(id: string): Promise<void> {
    const { x, y } = (await this.spot(id))!;
    await this.page.mouse.click(x, y);
  }

  /** Touches what the page offers: a place on the board, or a thing in the tray. */
  async touch(
    id: string,
    referee: Referee,
    tap = (x: number, y: number) => this.page.mouse.click(x, y),
  ): Promise<void> {
    if (!referee.place(id)) return this.button(referee.called(id)).click();
    await expect.poll(async () => offered((await this.spot(id))?.label ?? ""), `${id} is offered`).toBe(true);
    const { x, y } = (await this.spot(id))!;
    await tap(x, y);
  }

  /** Plays a move by touching its steps, or rolls the die, which is known to fall so. */
  async play(move: string, referee: Referee, tap?: (x: number, y: number) => Promise<void>): Promise<void> {
    if (referee.state.turn === "chance") await this.button("Roll").click();
    else for (const id of referee.touches(move)) await this.touch(id, referee, tap);
    referee.play(move);
    await this.expectPlayed(move, referee);
  }

  /** The move stands at the end of the list, or the result is there. */
  async expectPlayed(move: string, referee: Referee): Promise<void> {
    if (referee.state.end === "open") await expect(this.lastPly).toHaveText(new RegExp(`^${escaped(move)}([+ ]|$)`));
    else await expect(this.result).toBeVisible();
  }

  get lastPly(): Locator {
    return this.moves.locator("[aria-current=step]");
  }

  /** The ids of all places that can be touched now. */
  async offers(): Promise<string[]> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".stage .is-mine, .stage .is-target")].map(
        (cell) => cell.dataset["place"]!,
      ),
    );
  }

  /** The moves of the list, without the points beside them. */
  async plies(): Promise<string[]> {
    await this.page.evaluate(drawn);
    const texts = await this.moves.locator(".ply").allTextContents();
    return texts.map((text) => text.replace(/[+ ].*$/, ""));
  }

  /* ---- what must hold ---- */

  /** Every place on the page has on it what the core says. */
  async expectStanding(referee: Referee): Promise<void> {
    const shown = await this.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".stage [data-place]")].map(
        (cell) => [cell.dataset["place"]!, cell.getAttribute("aria-label")!] as const,
      ),
    );
    expect(shown.map(([id]) => id).sort()).toEqual(referee.state.view.places.map(({ id }) => id).sort());
    for (const [id, label] of shown) expect(label).toContain(referee.standing(id));
  }

  /** The result says who won, and the points. */
  async expectResult(referee: Referee, points: number[], nameAt = (seat: number) => `Player ${seat}`): Promise<void> {
    const { winner, state } = referee;
    expect(state.points).toEqual(points);
    await expect(this.result.getByRole("heading")).toHaveText(winner > 0 ? `${nameAt(winner)} wins` : "A draw");
    const score = this.result.locator(".score");
    if (points.length === 2) await expect(score).toContainText(`${points[0]} : ${points[1]}`);
    else await expect(score.locator(".num")).toHaveText(points.map(String));
    const { ending, prompt } = state.view;
    const who = ending?.args["who"];
    const why = ending && who ? { ...ending, args: { ...ending.args, who: nameAt(Number(who)) } } : (ending ?? prompt);
    if (why) await expect(this.result).toContainText(say(state.id, why));
    await this.expectStanding(referee);
  }

  /** What is announced now, or as soon as something is. */
  async hear(): Promise<string[]> {
    await this.page.waitForFunction(() => window.heard.length > 0);
    return this.heard();
  }

  /** What was announced since the last time. */
  async heard(): Promise<string[]> {
    return this.page.evaluate(() => window.heard.splice(0));
  }
}

/* In the page: what stands around the board is drawn, too, a frame later (src/ui/deferred.ts). */
const drawn = async () => {
  const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await afterFrame();
  await afterFrame();
};

/** Whether the name of a place says that it can be touched. */
export function offered(label: string): boolean {
  return label.split(", ").some((word) => [t("cell.target"), t("cell.mine"), t("cell.chosen")].includes(word));
}

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
