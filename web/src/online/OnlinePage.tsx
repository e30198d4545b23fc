/* The pages of games between people, by path. All of them are loaded when the first one is opened. */
import { useEffect } from "preact/hooks";
import { router } from "../app/router";
import { Loading } from "../ui/later";
import { FriendPage } from "./ask/FriendPage";
import { GamePage } from "./GamePage";
import { GamesPage } from "./mine/GamesPage";
import { YouPage } from "./mine/YouPage";
import { person } from "./line/me";
import { hasOnlineWords, needOnlineWords } from "./common/words";
import "../styles/later.css";
import "../styles/online.css";

export function OnlinePage() {
  const [section, name] = router.parts;
  useEffect(() => void person.look().catch(() => undefined), []);
  if (!hasOnlineWords()) return <Loading load={needOnlineWords} onReady={() => undefined} />;
  switch (section) {
    case "g":
      return <GamePage key={name} id={name ?? ""} />;
    case "games":
      return <GamesPage />;
    case "you":
      return <YouPage />;
    default:
      return <FriendPage game={name} />;
  }
}
