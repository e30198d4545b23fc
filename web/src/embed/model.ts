/* A game in a frame of another site: its tree of moves, which never changes here, and the node that the board shows. It is
   the part of a board that is only looked at (board/model.ts), without the settings of the page. */
import { signal } from "@preact/signals";
import { actions } from "../app/model";
import type { BoardModel } from "../board/model";
import type { Backdrop, Drawing, State, StudyNode } from "../core/types";
import { number } from "../i18n/texts";
import type { StudyTable } from "../study/table";
import { studyText } from "../study/words";
import { titleOf } from "../ui/titles";

type StillBoard = Pick<BoardModel, "state" | "label" | "marks" | "layers" | "draw" | "backdrop" | "drawMarks">;

export class EmbeddedGame implements StillBoard {
  readonly id: string;
  readonly players: number;
  readonly #table: StudyTable;
  readonly #nodes: StudyNode[];
  readonly #at = signal(0);
  readonly #state = signal<State>(undefined!);

  constructor(table: StudyTable) {
    const { at, nodes } = table.tree();
    this.#table = table;
    this.#nodes = nodes;
    this.go(at);
    ({ id: this.id, players: this.players } = this.state);
  }

  get at(): number {
    return this.#at.value;
  }
  get here(): StudyNode {
    return this.#nodes.find(({ node }) => node === this.at)!;
  }
  childrenOf(node: number): StudyNode[] {
    return this.#nodes.filter(({ parent }) => parent === node);
  }

  /** Undefined if this is the start. */
  get previous(): number | undefined {
    const { parent } = this.here;
    return parent < 0 ? undefined : parent;
  }
  /** Undefined if this is the end of the line. */
  get next(): number | undefined {
    return this.childrenOf(this.at)[0]?.node;
  }
  get last(): number {
    let last = this.at;
    for (let [next] = this.childrenOf(last); next; [next] = this.childrenOf(last)) last = next.node;
    return last;
  }

  go(node: number): void {
    this.#table.go(node);
    this.#at.value = node;
    this.#state.value = this.#table.state();
  }

  /** "Move 2: c3-e5" */
  get place(): string {
    const { round, move } = this.here;
    return this.at === 0 ? studyText("embed.at-start") : studyText("embed.at", { number: number(round), move });
  }

  /* ---- the board ---- */

  get state(): State {
    return this.#state.value;
  }
  get label(): string {
    return `${studyText("embed.shows", { game: titleOf(this.id) })}. ${this.place}`;
  }
  get layers() {
    return { leads: this.state.end !== "open", threats: false };
  }
  get marks(): string {
    const marks = this.here.marks.split(" ").filter((mark) => mark !== "");
    return marks.map((mark) => `own - ${mark}`).join("\n");
  }
  draw(prefix: string): Drawing {
    return this.#table.draw({ prefix });
  }
  backdrop(prefix: string, { backdrop }: Drawing): Backdrop {
    return this.#table.backdrop({ prefix }, backdrop);
  }
  drawMarks(prefix: string): string {
    return this.#table.marks(this.marks, prefix, false);
  }
}

actions(EmbeddedGame, "go");
