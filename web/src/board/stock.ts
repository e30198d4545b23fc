/* Men in hand that are touched before the place they are put on. */
import type { View } from "../core/types";

/** The man that is put when none is chosen: a place alone puts him, and only the others are touched. */
export function usualStock({ stocks }: View, touched: string[], touchable: ReadonlySet<string>): string | undefined {
  const others = stocks.filter(({ id }) => id !== "" && (touchable.has(id) || touched[0] === id));
  if (others.length === 0 || touched.length > 1) return undefined;
  return stocks.find((stock) => stock.id !== "" && stock.count > 0 && !others.includes(stock))?.id;
}
