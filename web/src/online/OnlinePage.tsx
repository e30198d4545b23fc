/* The pages of games between people, by path; all of it is loaded when the first of them is opened. */
import { useEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { useStore } from "../app/store";
import { currentLanguage } from "../i18n/texts";
import { Loading } from "../ui/later";
import { FriendPage } from "./ask/FriendPage";
import { GamePage } from "./GamePage";
import { GamesPage } from "./mine/GamesPage";
import { YouPage } from "./mine/YouPage";
import { person } from "./line/me";
import { needOnlineWords } from "./common/words";
import "../styles/later.css";
import "../styles/online.css";

export function OnlinePage() {
  const [section, name] = useStore(router).parts;
  const [ready, setReady] = useState("");
  useEffect(() => void person.look().catch(() => undefined), []);
  if (ready !== currentLanguage())
    return <Loading load={needOnlineWords} onReady={() => setReady(currentLanguage())} />;
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
