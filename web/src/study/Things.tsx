/* Controls of the game beside the board: ending a turn, a piece in reserve. */
import { TrayButtons } from "../play/Tray";
import type { Study } from "./study";

export function Things({ study }: { study: Study }) {
  const { now, selectable, selection, locked } = study;
  if (locked || now.turn === "chance") return null;
  const isShown = ({ id }: { id: string }) => selectable.has(id) || selection.selected.includes(id);
  const stocks = now.view.stocks.filter((stock) => stock.id !== "" && stock.count > 0 && isShown(stock));
  const controls = now.view.controls.filter(isShown);
  if (stocks.length + controls.length === 0) return null;
  return (
    <div class="things">
      <TrayButtons tray={study.board} {...{ stocks, controls }} />
    </div>
  );
}
