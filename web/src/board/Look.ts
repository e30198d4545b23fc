/* What one drawing needs for itself in the document: a prefix for its ids and classes, and its styles.

   A strict page takes no style elements, so the styles go into a sheet that the document adopts. */

const free: string[] = [];
let made = 0;

export class Look {
  readonly prefix = free.pop() ?? `b${++made}`;
  readonly #sheet = new CSSStyleSheet();
  #style = "";

  constructor() {
    document.adoptedStyleSheets.push(this.#sheet);
  }

  use(style: string): void {
    if (style === this.#style) return;
    this.#style = style;
    this.#sheet.replaceSync(style);
  }

  close(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
    free.push(this.prefix);
  }
}
