/* What happened, in sentences for the ear: who did what, what stands where then, and what it brought. */
import type { GameEvent, Motion, Shape, State } from "../core/types";
import { say, t } from "../i18n/texts";

export interface Happening {
  before: State;
  after: State;
  event: GameEvent;
  /** What to call the player at a seat. */
  name(seat: number): string;
}

function stateOf(state: State, place: string): string {
  const found = state.view.places.find(({ id }) => id === place);
  return found?.state ? say(state.id, found.state) : "";
}

/* What travelled, as it stands where it arrived; a man that was lost there, as it stood before. */
function travelled(before: State, after: State, { from, to }: Motion): string {
  const arrived = after.view.places.find(({ id }) => id === to);
  return arrived?.man || arrived?.ground ? stateOf(after, to) : stateOf(before, from);
}

/** The face a roll showed: the control that stood for it says so. */
export function faceOf(before: State, move: string): number | null {
  const face = before.view.controls.find(({ id }) => id === move)?.name.args["face"];
  return face === undefined ? null : Number(face);
}

function motionSentence({ before, after, event, name }: Happening, motion: Motion, first: boolean): string {
  const who = name(event.seat);
  const { from, to } = motion;
  switch (motion.act) {
    case "roll":
      return t("announce.roll", { who, face: faceOf(before, event.move) ?? event.move });
    case "travel": {
      const what = travelled(before, after, motion);
      return first ? t("announce.travel", { who, from, to, what }) : t("announce.travel-then", { from, to, what });
    }
    case "put": {
      const what = stateOf(after, to);
      return first ? t("announce.put", { who, to, what }) : t("announce.put-then", { to, what });
    }
    case "take":
      return t("announce.take", { from, what: stateOf(before, from) });
    case "turn":
      return t("announce.turn", { who, to, what: stateOf(after, to) });
  }
}

function moveSentences(happening: Happening): string[] {
  const { before, after, event, name } = happening;
  const who = name(event.seat);
  if (event.gave_up) return [t(event.overtime ? "announce.time-up" : "announce.gave-up", { who })];
  const motions = after.last?.motions ?? [];
  if (motions.length > 0) return motions.map((motion, index) => motionSentence(happening, motion, index === 0));
  const control = before.view.controls.find(({ id }) => id === event.move);
  return [t("announce.act", { who, what: control ? say(after.id, control.name) : event.move })];
}

/* Some names of shapes are sentences, some are not. */
const sentence = (text: string) => (text.endsWith(".") ? text : t("announce.sentence", { text }));

/* The same thing in the same place, new or not: a figure that stands has another name than one that was just made. */
const shapeKey = (shape: Shape) => JSON.stringify([shape.kind.replace(/^new-/, ""), shape.curve]);

/** Figures, chains and the like that were not there before. */
export function newShapes(before: State, after: State): Shape[] {
  const known = new Set(before.view.shapes.map(shapeKey));
  return after.view.shapes.filter((shape) => shape.name && !known.has(shapeKey(shape)));
}

function pointSentences({ before, after, name }: Happening): string[] {
  return after.view.seats.flatMap(({ points }, index) =>
    points === before.view.seats[index]!.points ? [] : [t("announce.points", { who: name(index + 1), points })],
  );
}

/** Everything one event brought, but for what is asked next. */
export function eventSentences(happening: Happening): string[] {
  const { before, after } = happening;
  const shapes = newShapes(before, after).map((shape) => sentence(say(after.id, shape.name!)));
  return [...moveSentences(happening), ...shapes, ...pointSentences(happening)];
}
