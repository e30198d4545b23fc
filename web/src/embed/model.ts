/* A game in a frame of another site: its tree of moves, which never changes here, and the node that the board shows. */
import { signal } from "@preact/signals";
import { actions } from "../app/model";
import { StillModel } from "../board/model";
import type { State, StudyNode } from "../core/types";
import { number } from "../i18n/texts";
import type { StudyTable } from "../study/table";
import { studyText } from "../study/words";
import { titleOf } from "../ui/titles";

export class EmbeddedGame extends StillModel {
  readonly id: string;
  readonly players: number;
  protected override readonly table: StudyTable;
  readonly #nodes: StudyNode[];
  readonly #node = signal(0);
  readonly #state = signal<State>(undefined!);

  constructor(table: StudyTable) {
    super();
    const { at, nodes } = table.tree();
    this.table = table;
    this.#nodes = nodes;
    this.go(at);
    ({ id: this.id, players: this.players } = this.state);
  }

  get node(): number {
    return this.#node.value;
  }
  get here(): StudyNode {
    return this.#nodes.find(({ node }) => node === this.node)!;
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
    return this.childrenOf(this.node)[0]?.node;
  }
  get last(): number {
    let last = this.node;
    for (let [next] = this.childrenOf(last); next; [next] = this.childrenOf(last)) last = next.node;
    return last;
  }

  go(node: number): void {
    this.table.go(node);
    this.#node.value = node;
    this.#state.value = this.table.state();
  }

  /** "Move 2: c3-e5" */
  get place(): string {
    const { round, move } = this.here;
    return this.node === 0 ? studyText("embed.at-start") : studyText("embed.at", { number: number(round), move });
  }

  /* ---- the board ---- */

  override get state(): State {
    return this.#state.value;
  }
  override get label(): string {
    return `${studyText("embed.shows", { game: titleOf(this.id) })}. ${this.place}`;
  }
  override get marks(): string {
    const marks = this.here.marks.split(" ").filter((mark) => mark !== "");
    return marks.map((mark) => `own - ${mark}`).join("\n");
  }
  override drawMarks(prefix: string): string {
    return this.table.marks(this.marks, prefix, this.flipped);
  }
}

actions(EmbeddedGame, "go");
