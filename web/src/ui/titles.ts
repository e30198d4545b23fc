/* What a game is called in the language of the page; a game the page does not know has its own title. */
import { gameFacts } from "../core/table";
import { has, t } from "../i18n/texts";

export function titleOf(game: string): string {
  const key = `title.${game}`;
  return has(key) ? t(key) : (gameFacts(game)?.title ?? game);
}
