/* The addresses of the page: what the server and the service worker know of it. A star is anything below. */
import { gameFolders, gameId } from "./catalogue";

const ONCE = [
  "/",
  "/play",
  "/play/*",
  "/records",
  "/records/print",
  "/about",
  "/study",
  "/study/*",
  "/g/*",
  "/friend",
  "/games",
  "/you",
  "/problems",
];
const OF_A_GAME = [
  "/setup/GAME",
  "/friend/GAME",
  "/rules/GAME",
  "/learn/GAME",
  "/problems/GAME",
  "/problems/GAME/*",
  "/editor/GAME",
];

export function pages(): string[] {
  const games = gameFolders().map(gameId);
  return [...ONCE, ...OF_A_GAME.flatMap((path) => games.map((game) => path.replace("GAME", game)))];
}
