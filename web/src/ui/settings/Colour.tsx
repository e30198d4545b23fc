/* The colour of the player's pieces, in a game that leaves it to the players. Loaded when it is first needed. */
import { settings } from "../../app/settings";
import { needColours } from "../../game/colours";
import { gameText, has, t } from "../../i18n/texts";
import { inBackground } from "../Alarm";
import { Segments } from "../Segments";

const SEAT = "0"; /* the colour of the seat */

export function Colour({ game, describedBy }: { game: string; describedBy?: string | undefined }) {
  const { colours } = settings.choices;
  const players = ["1", "2", "3", "4"].filter((player) => has(`player.${player}`, game));
  const choose = async (value: string) => {
    await needColours();
    const { [game]: _, ...others } = settings.choices.colours;
    await settings.choose({ colours: value === SEAT ? others : { ...others, [game]: Number(value) } });
  };
  return (
    <Segments
      label={gameText(game, "colour")}
      value={String(colours[game] ?? SEAT)}
      choices={[
        { value: SEAT, label: t("settings.colour-seat") },
        ...players.map((value) => ({ value, label: gameText(game, `player.${value}`) })),
      ]}
      describedBy={describedBy}
      onChoose={(value) => inBackground(() => choose(value))}
    />
  );
}

/** The same as a row of the setup. */
export function ColourOption({ game }: { game: string }) {
  return (
    <div class="opt opt--wide">
      <span class="optname">
        {gameText(game, "colour")}
        <small id="colour-hint">{t("settings.colour-hint")}</small>
      </span>
      <Colour game={game} describedBy="colour-hint" />
    </div>
  );
}
