/* Pieces in a reserve that are selected before the place they are put on. */
import type { View } from "../core/types";

/** The piece that is put if none is selected: a place alone puts it, and only the others can be selected. */
export function usualStock({ stocks }: View, selected: string[], selectable: ReadonlySet<string>): string | undefined {
  const others = stocks.filter(({ id }) => id !== "" && (selectable.has(id) || selected[0] === id));
  if (others.length === 0 || selected.length > 1) return undefined;
  return stocks.find((stock) => stock.id !== "" && stock.count > 0 && !others.includes(stock))?.id;
}
