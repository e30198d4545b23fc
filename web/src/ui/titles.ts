/* What a game is called in the language of the page; a game the page does not know has its own title. */
import { gameFacts } from "../core/table";
import { maybe } from "../i18n/texts";

export function titleOf(game: string): string {
  return maybe(`title.${game}`) ?? gameFacts(game)?.title ?? game;
}
