/* A person who uses nothing but keys. Where the focus is, is asked of the page; where it should go, is found with Tab
   and the arrows. */
import { expect, type Page } from "@playwright/test";
import type { Referee } from "./referee";
import { t } from "./referee";
import { offered, type Table } from "./table";

interface Focus {
  /** What a screen reader would say it is called. */
  name: string;
  /** The list of choices it belongs to, if any. */
  group: string;
  place: string | null;
  value: string;
}

const STOPS = 90; /* more than any page has */
const ARROW = { up: "ArrowUp", right: "ArrowRight", down: "ArrowDown", left: "ArrowLeft" };

export class Keys {
  constructor(
    readonly page: Page,
    readonly table: Table,
  ) {}

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** Where the focus is; undefined: it is lost. */
  focus(): Promise<Focus | undefined> {
    return this.page.evaluate(() => {
      const here = document.activeElement;
      if (!(here instanceof HTMLElement) || here === document.body) return undefined;
      const label = here.getAttribute("aria-label") ?? here.closest("label")?.textContent ?? here.textContent ?? "";
      const group = here.closest("[role=radiogroup], [role=group]")?.getAttribute("aria-label") ?? "";
      const value = here instanceof HTMLInputElement || here instanceof HTMLSelectElement ? here.value : "";
      return { name: label.trim(), group, place: here.dataset["place"] ?? null, value };
    });
  }

  /** Tab until the focus is where it should be. */
  async seek(what: string, wanted: (focus: Focus) => boolean, key = "Tab"): Promise<Focus> {
    for (let stop = 0; stop < STOPS; stop++) {
      const focus = await this.focus();
      if (focus && wanted(focus)) return focus;
      await this.press(key);
    }
    throw new Error(`${key} does not lead to ${what}`);
  }

  /** Goes to a link or button and presses it. */
  async use(name: string, key = "Enter"): Promise<void> {
    await this.seek(name, (focus) => focus.name === name);
    await this.press(key);
  }

  /** Moves within a group of choices until one of them is chosen. */
  async choose(group: string, value: string, key = "ArrowRight"): Promise<void> {
    let focus = await this.seek(group, (found) => found.group === group || found.name === group);
    for (let tries = 0; focus.value !== value; tries++) {
      if (tries > 20) throw new Error(`${key} does not lead to ${value} in ${group}`);
      await this.press(key);
      focus = (await this.focus())!;
    }
  }

  /** From home to the first move between two people. */
  async begin(spec: string): Promise<void> {
    const [game = "", options = ""] = spec.split(/:(.*)/s);
    await this.page.goto("/");
    await expect(this.page.getByRole("heading", { level: 1 })).toBeVisible();
    await this.use(`Play now: ${t(`title.${game}`)}`);
    await expect(this.table.button("Start the game")).toBeVisible();
    await this.choose("Player 2: person or engine", "person", "ArrowLeft");
    await this.choose("Who begins", "0");
    /* In the order in which Tab meets them. */
    for (const option of options.split(",").filter(Boolean))
      await this.#option(game, ...(option.split("=") as [string, string]));
    await this.use("Start the game");
    await expect(this.table.board).toBeVisible();
  }

  async #option(game: string, key: string, value: string): Promise<void> {
    const label = t(`option.${game}.${key}`);
    const control = this.page.getByLabel(label, { exact: true });
    const role = await control.getAttribute("role");
    if (role !== "group") return this.choose(label, value, role === "radiogroup" ? "ArrowRight" : "ArrowDown");
    const fewer = await this.seek(label, (focus) => focus.group === label);
    const shown = async () => Number(await control.getByRole("status").textContent());
    while ((await shown()) > Number(value)) await this.press("Enter");
    if ((await shown()) === Number(value)) return;
    await this.seek(label, (focus) => focus.group === label && focus.name !== fewer.name);
    while ((await shown()) < Number(value)) await this.press("Enter");
  }

  /** Goes to a place by arrows. */
  async go(id: string, referee: Referee): Promise<Focus> {
    const here = await this.seek("the board", (focus) => focus.place !== null, "Shift+Tab");
    for (const arrow of referee.way(here.place!, id)) await this.press(ARROW[arrow]);
    const focus = await this.focus();
    expect(focus?.place).toBe(id);
    return focus!;
  }

  /** Touches what the page offers: a place on the board, or a thing beside it. */
  async touch(id: string, referee: Referee): Promise<void> {
    if (!referee.place(id)) return this.use(referee.called(id), "Space");
    await this.go(id, referee);
    await expect.poll(async () => offered((await this.focus())?.name ?? ""), `${id} is offered`).toBe(true);
    await this.press("Enter");
  }

  /** Plays a move, or rolls the die. The focus is never lost. */
  async play(move: string, referee: Referee): Promise<void> {
    if (referee.state.turn === "chance") await this.use("Roll");
    else for (const id of referee.touches(move)) await this.touch(id, referee);
    referee.play(move);
    await this.table.expectPlayed(move, referee);
    /* A focus that went with its button is found again a moment later. */
    await expect.poll(() => this.focus(), `the focus after ${move}`).toBeDefined();
  }
}
