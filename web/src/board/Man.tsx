/* One man as he stands on the board: for seats, trays and move lists. */
import { gameOf, Table } from "../core/table";
import { Look } from "./Look";

interface Men {
  kinds: Record<string, { href: string; reach: number }>;
}

const games = new Map<string, Men>();

/* The definitions of a game's men stay in the document, in a picture without size: gradients of one that is not
   displayed would be lost. */
function menOf(game: string): Men {
  const id = gameOf(game);
  let men = games.get(id);
  if (men) return men;
  const look = new Look();
  const table = Table.open(game);
  const { style, defs, kinds } = table.backdrop({ prefix: look.prefix });
  table.close();
  look.use(style);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "man-defs man");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = `<defs>${defs}</defs>`;
  document.body.append(svg);
  men = { kinds };
  games.set(id, men);
  return men;
}

export function Man({ game, kind, class: more = "" }: { game: string; kind: string; class?: string }) {
  const found = menOf(game).kinds[kind];
  if (!found) return null;
  const { href, reach } = found;
  return (
    <svg
      class={`man ${more}`}
      viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`#${href}`} />
    </svg>
  );
}
