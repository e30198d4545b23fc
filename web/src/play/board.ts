/* The board of a match at this screen or online. */
import { settings } from "../app/settings";
import { BoardModel, type Layers } from "../board/model";
import type { Table } from "../core/table";
import type { State } from "../core/types";
import { t } from "../i18n/texts";
import type { Session } from "../match/session";
import { titleOf } from "../ui/titles";

export class MatchBoard extends BoardModel {
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }

  protected override get table(): Table {
    return this.#session.game.table;
  }
  protected override get at(): number | undefined {
    const { past, state } = this.#session.game;
    return past ? state.at : undefined;
  }
  override get state(): State {
    return this.#session.game.state;
  }
  override get label(): string {
    return t("play.board", { game: titleOf(this.#session.game.now.id) });
  }
  override get flipped(): boolean {
    return this.#session.flipped;
  }
  override get layers(): Layers {
    return settings.layers(this.state.end !== "open");
  }
  override get moved(): number {
    return this.#session.moved;
  }
  override get locked(): boolean {
    const { past, over } = this.#session.game;
    return past || over;
  }

  /* A move that waits for a confirmation: its piece is selected, and where it goes is suggested. */

  override get selected(): string[] {
    const { selection, unconfirmed } = this.#session;
    return unconfirmed === undefined ? selection.selected : selection.selected.slice(0, -1);
  }
  override get hint(): string[] {
    const { selection, unconfirmed } = this.#session;
    return unconfirmed === undefined ? selection.hint : selection.selected.slice(-1);
  }
  override get selectable(): ReadonlySet<string> {
    return this.#session.unconfirmed === undefined ? this.#session.selectable : new Set(this.hint);
  }
  override get pending(): string[] {
    const { proposed, past, now } = this.#session.game;
    const motions = proposed === undefined || past ? [] : (now.last?.motions ?? []);
    return motions.flatMap(({ act, to }) => (act === "travel" || act === "put" ? [to] : []));
  }
  override get refused(): string | undefined {
    return this.#session.selection.refused;
  }

  override tap(id: string): void {
    this.#session.tap(id);
  }
  override release(): void {
    this.#session.release();
  }
  override speak(text: string): void {
    this.#session.speak(text);
  }
}
