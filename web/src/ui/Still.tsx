import { Component, type ComponentChildren } from "preact";

interface Props {
  /** What it hangs on. */
  by: unknown[];
  draw(): ComponentChildren;
}

/** Drawn anew only when something that it hangs on is another. What was drawn must not be kept for that: it would hold on to
    the whole page as it was then, and that to the one before. */
export class Still extends Component<Props> {
  override shouldComponentUpdate({ by }: Props): boolean {
    return by.some((each, index) => each !== this.props.by[index]);
  }

  override render() {
    return this.props.draw();
  }
}
